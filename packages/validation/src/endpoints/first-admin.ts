import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Email, FirstName, LastName, NewPassword, OneTimeToken } from '../fields.ts'
import { languages } from '../vocabulary.ts'
import { clientFields } from './client.ts'

export const FirstAdminInput = v.strictObject({
  token: OneTimeToken,
  email: Email,
  password: NewPassword,
  first_name: FirstName,
  last_name: LastName,
  client_name: clientFields.name,
  company_no: clientFields.company_no,
  language: v.optional(v.picklist(languages)),
})
export type FirstAdminInput = v.InferOutput<typeof FirstAdminInput>

export const validateFirstAdminEndpoint = endpoint({
  method: 'POST',
  path: '/first-admin/validate',
  summary: 'Checks whether the one-time link of an empty installation is valid.',
  access: 'public',
  body: v.strictObject({ token: OneTimeToken }),
  response: v.object({ validated: v.boolean() }),
})

export const createFirstAdminEndpoint = endpoint({
  method: 'POST',
  path: '/first-admin',
  summary: 'Creates the first client and the site_admin of an empty installation with its one-time link.',
  access: 'public',
  body: FirstAdminInput,
  response: 'none',
  errors: ['invalid_token', 'weak_password'],
})
