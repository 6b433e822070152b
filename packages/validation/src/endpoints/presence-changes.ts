import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import {
  Dependents,
  FirstName,
  IdempotencyHeaders,
  LastName,
  lineOf,
  PageQuery,
  PhoneText,
  Uuid,
  VerificationCode,
} from '../fields.ts'
import { SiteTime } from '../time-fields.ts'
import { limits, visitLimits } from '../limits.ts'
import { BulkResult } from '../list-endpoint.ts'
import { GivenAnswers } from './check-in.ts'
import { listPresentEndpoint } from './presence.ts'

/** The person visited: picked among the people of the site, else a typed name. */
const HostOfVisit = v.strictObject({
  id: v.optional(Uuid),
  name: v.optional(lineOf(visitLimits.hosts.characters), ''),
})

/** When they left, by the clock of their site or as a moment; defaults to now. */
const at = v.optional(SiteTime)
const reason = lineOf(limits.reasonCharacters)
const Reason = v.pipe(v.optional(reason, ''), v.minLength(1, say('reason_required')))
const { filters } = listPresentEndpoint.list
const Ids = v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(limits.list.maxPerPage))

/** A single visit needs no reason. Its form is a tuple, so that no reason is reported missing. */
export const CheckOutPeople = v.union([
  v.strictObject({ ids: Ids, at, reason: Reason }),
  v.strictObject({ ids: v.strictTuple([Uuid]), at, reason: v.optional(reason, '') }),
  v.strictObject({ matching: v.strictObject({ search: PageQuery.search, ...filters }), at, reason: Reason }),
])
export type CheckOutPeople = v.InferOutput<typeof CheckOutPeople>

export const checkOutPeopleEndpoint = endpoint({
  method: 'POST',
  path: '/presence/check-out',
  summary:
    'Checks out people who are on site: visits by id, or all that match the search and filters of the ' +
    'list. Checking out more than one requires a reason. The sign-in policy defines who may call this.',
  access: 'staff',
  body: CheckOutPeople,
  response: BulkResult,
  errors: ['forbidden'],
})

export const undoCheckOutEndpoint = endpoint({
  method: 'POST',
  path: '/presence/check-out/undo',
  summary:
    'Undoes the caller’s check-outs of the last hour: the people are on site again, as if they had never ' +
    'left. Visits corrected since, or whose visitor also checked out, stay unchanged ' +
    '(`changed_meanwhile`). So do people whom staff could not sign in: `banned`, or `not_found` at an ' +
    'archived site.',
  access: 'staff',
  bodyBytes: limits.undo.bodyBytes,
  body: v.strictObject({ ids: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(limits.undo.rows)) }),
  response: BulkResult,
  errors: ['forbidden'],
})

export const signInOutcomes = ['signed_in', 'banned', 'high', 'low', 'failed_answer', 'invalid_code'] as const

export const NewVisit = v.strictObject({
  /** The sign-in method whose rules and questions apply. */
  method: Uuid,
  first_name: FirstName,
  last_name: LastName,
  /** Null for a person without one: no other visit is joined, and no ban by mobile applies. */
  mobile: v.nullable(PhoneText),
  /** A mobile that the numbering plan does not know was confirmed. */
  mobile_confirmed: v.optional(v.boolean(), false),
  role: v.optional(v.nullable(Uuid)),
  dependents: v.optional(Dependents, 0),
  questions: GivenAnswers,
  /** Used where a method of the site asks for hosts. */
  host: v.optional(v.nullable(HostOfVisit)),
  temperature_code: v.optional(v.nullable(VerificationCode)),
})
export type NewVisit = v.InferOutput<typeof NewVisit>

export const signInPersonEndpoint = endpoint({
  method: 'POST',
  path: '/presence/sign-in',
  summary:
    'Signs in a person who cannot sign in without help, by the same rules. With an idempotency key, ' +
    'repeated calls sign in once.',
  access: 'manager',
  headers: IdempotencyHeaders,
  body: NewVisit,
  response: v.object({
    outcome: v.picklist(signInOutcomes),
    /** For a person who is on site now. */
    visit_id: v.nullable(v.string()),
    at: v.string(),
    temperature: v.nullable(v.number()),
  }),
  errors: [
    'conflict',
    'invalid_phone',
    'answers_incomplete',
    'questions_changed',
    'unknown_role',
    'unknown_host',
  ],
})

export const listHostOptionsEndpoint = endpoint({
  method: 'GET',
  path: '/presence/hosts',
  summary:
    'Lists the people whom a visitor can visit at the site of a sign-in method, for staff who sign ' +
    'visitors in. Returns the first 50 matches by name, and whether a method of the site asks for hosts. ' +
    'If none does, the list is empty.',
  access: 'manager',
  query: v.strictObject({ method: Uuid, search: PageQuery.search }),
  response: v.object({
    is_asked: v.boolean(),
    items: v.array(v.object({ id: v.string(), name: v.string(), email: v.string() })),
    has_more: v.boolean(),
  }),
})
