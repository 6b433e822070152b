import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { ShortText, Uuid } from '../fields.ts'
import { DraftToken } from './check-in.ts'
import { hostAnswers } from '../vocabulary.ts'

export const findHostsEndpoint = endpoint({
  method: 'POST',
  path: '/checkin/hosts',
  summary:
    'Lists the first hosts of a site whose names begin with the search, by name. Only a sign-in at this ' +
    'method accepts their `ref`. A search of fewer than three letters returns an empty list.',
  access: 'public',
  byGuests: true,
  body: v.strictObject({
    id: Uuid,
    search: ShortText,
    /** From the machine data. A page with it has a limit of its own. */
    draft: DraftToken,
  }),
  response: v.object({ hosts: v.array(v.object({ name: v.string(), ref: v.string() })) }),
  errors: ['not_found'],
})

/** A person who came to see the caller. */
export const OwnVisitor = v.object({
  /** Of the visit. */
  id: v.string(),
  /** Empty where the name was deleted. */
  name: v.string(),
  role: v.nullable(v.string()),
  dependents: v.number(),
  site_name: v.string(),
  time_zone: v.string(),
  signed_in_at: v.string(),
  has_left: v.boolean(),
  answer: v.nullable(v.picklist(hostAnswers)),
  answered_at: v.nullable(v.string()),
})
export type OwnVisitor = v.InferOutput<typeof OwnVisitor>

export const listOwnVisitorsEndpoint = endpoint({
  method: 'GET',
  path: '/me/visitors',
  summary: 'Lists the caller’s visitors of the last 24 hours, newest first.',
  access: 'person',
  background: true,
  response: v.array(OwnVisitor),
})

export const answerVisitorEndpoint = endpoint({
  method: 'PUT',
  path: '/me/visitors/:id/answer',
  summary: 'Answers a visitor of the caller. The visitor’s phone shows the last answer.',
  access: 'person',
  body: v.strictObject({ answer: v.picklist(hostAnswers) }),
  response: OwnVisitor,
})
