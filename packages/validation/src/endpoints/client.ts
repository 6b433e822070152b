import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import type { FieldCode } from '../field-codes.ts'

export const Client = v.object({
  id: v.string(),
  name: v.string(),
  company_no: v.string(),
  street: v.string(),
  suburb: v.string(),
  state: v.string(),
  post_code: v.string(),
  country: v.string(),
  phone: v.string(),
  enabled: v.boolean(),
  accepts_unknown_mobiles: v.boolean(),
  last_modified: v.string(),
})
export type Client = v.InferOutput<typeof Client>

const line = v.pipe(v.string(), v.trim(), v.maxLength(200, 'too_long' satisfies FieldCode))
const required = (message: FieldCode) => v.pipe(line, v.minLength(1, message))

/** The fields of the form. The phone number is optional, and checked by the client's region. */
export const clientFields = {
  name: required('client_name_required'),
  company_no: required('company_no_required'),
  street: line,
  suburb: line,
  state: line,
  post_code: line,
  country: line,
  phone: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(limits.phoneCharacters, 'phone_too_long' satisfies FieldCode),
  ),
  /** Visitors may confirm a mobile that the numbering plan does not know. */
  accepts_unknown_mobiles: v.boolean(),
}

export const ClientChanges = v.partial(v.strictObject(clientFields))
export type ClientChanges = v.InferOutput<typeof ClientChanges>

export const getOwnClientEndpoint = endpoint({
  method: 'GET',
  path: '/client/me',
  summary: 'The own client.',
  access: 'admin',
  response: Client,
  errors: [],
})

export const listClientCountriesEndpoint = endpoint({
  method: 'GET',
  path: '/client/country',
  summary: 'The countries of the clients, each once and sorted: the values of a filter.',
  access: 'site_admin',
  response: v.array(v.object({ country: v.string() })),
  errors: [],
})

export const updateClientEndpoint = endpoint({
  method: 'PATCH',
  path: '/client/:id',
  summary: 'Changes fields of a client: an admin the own one, a site_admin any.',
  access: 'admin',
  params: v.object({ id: Uuid }),
  body: ClientChanges,
  response: Client,
  errors: ['not_found', 'conflict', 'invalid_phone'],
})
