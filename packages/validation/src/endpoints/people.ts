import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { lineOf, shownMobile } from '../fields.ts'
import { limits } from '../limits.ts'
import { userStatuses } from '../vocabulary.ts'

/** What is held about a person, by kind. */
export const personDataKinds = [
  'account',
  'photo',
  'sessions',
  'visits',
  'answers',
  'refused_attempts',
  'readings',
  'stored_responses',
  'hosts',
  'corrections',
  'search_entries',
  'bans',
  'bans_in_force',
  'musters',
  'muster_marks',
  'notifications',
  'saved_reports',
  'messages',
  'audit_entries',
  'own_actions',
] as const
export type PersonDataKind = (typeof personDataKinds)[number]

/** What an erasure keeps: an active ban, which needs the name, and an account's actions. */
export const keptKinds = ['bans_in_force', 'own_actions'] as const satisfies readonly PersonDataKind[]

export const personBlocks = ['person_on_site', 'account_in_use', 'type_too_high'] as const
export type PersonBlock = (typeof personBlocks)[number]

/** The keyed hash of a name and a mobile, or the id of an account in any spelling. */
const PersonKey = v.pipe(
  v.string(),
  v.regex(/^[\w-]{36,43}$/),
  v.transform((key) => (/^[\da-f-]{36}$/i.test(key) ? key.toLowerCase() : key)),
)

export const Person = v.object({
  key: v.string(),
  kind: v.picklist(['user', 'visitor']),
  first_name: v.string(),
  last_name: v.string(),
  ...shownMobile,
  email: v.nullable(v.string()),
  status: v.nullable(v.picklist(userStatuses)),
  /** When the person was last at a site. */
  last_at: v.nullable(v.string()),
})
export type Person = v.InferOutput<typeof Person>

const Holding = v.object({
  kind: v.picklist(personDataKinds),
  count: v.number(),
  first_at: v.nullable(v.string()),
  last_at: v.nullable(v.string()),
  /** An erasure keeps it. */
  stays: v.boolean(),
})

export const PersonData = v.object({
  ...Person.entries,
  time_zone: v.string(),
  /** Where the person is on site, or on the list of a running muster. */
  on_site: v.array(v.object({ site: v.string(), since: v.string() })),
  /** Why nothing can be erased now; null where it can. */
  block: v.nullable(v.picklist(personBlocks)),
  /** The kinds of which something is held. */
  holdings: v.array(Holding),
})
export type PersonData = v.InferOutput<typeof PersonData>

/** That a person was erased: by whom, when and how much. It says nothing about the person. */
export const ErasureReceipt = v.object({
  id: v.string(),
  at: v.string(),
  /** Null for a user of another client, such as a site_admin. */
  by: v.nullable(v.string()),
  client: v.string(),
  erased: v.array(v.object({ kind: v.string(), count: v.number() })),
  kept: v.array(v.object({ kind: v.string(), count: v.number() })),
})
export type ErasureReceipt = v.InferOutput<typeof ErasureReceipt>

const path = '/people'
const params = v.object({ key: PersonKey })

export const findPeopleEndpoint = endpoint({
  method: 'GET',
  path,
  summary:
    'Lists the people of a client by name, mobile or email. It includes visitors, users, banned people, ' +
    'and names that visits had before a correction.',
  access: 'admin',
  query: v.strictObject({
    search: v.pipe(lineOf(limits.emailCharacters), v.minLength(2, say('text_required'))),
  }),
  response: v.object({
    items: v.array(Person),
    /** There are more: narrow the search to see them. */
    more: v.boolean(),
  }),
  errors: ['client_not_chosen'],
})

export const listErasuresEndpoint = endpoint({
  method: 'GET',
  path: `${path}/erasures`,
  summary: 'Lists the receipts of the last erasures, newest first.',
  access: 'admin',
  response: v.object({ items: v.array(ErasureReceipt) }),
  errors: ['client_not_chosen'],
})

export const getPersonDataEndpoint = endpoint({
  method: 'GET',
  path: `${path}/:key`,
  summary: 'Returns what is stored about one person, and what an erasure would keep.',
  access: 'admin',
  params,
  response: PersonData,
  errors: ['client_not_chosen'],
})

export const exportPersonEndpoint = endpoint({
  method: 'GET',
  path: `${path}/:key/export`,
  summary: 'Exports all data stored about one person, as one JSON document or as CSV with one row per value.',
  access: 'admin',
  limit: { rule: 'exports' },
  params,
  query: v.strictObject({ format: v.optional(v.picklist(['csv', 'json']), 'csv') }),
  response: 'csv',
  errors: ['client_not_chosen', 'exports_busy'],
})

/** The person's name, typed to confirm the erasure. */
export const ErasureInput = v.strictObject({
  confirmation: v.pipe(lineOf(2 * limits.nameCharacters + 1), v.minLength(1, say('person_name_differs'))),
})
export type ErasureInput = v.InferOutput<typeof ErasureInput>

export const erasePersonEndpoint = endpoint({
  method: 'POST',
  path: `${path}/:key/erase`,
  summary: 'Erases one person. This cannot be undone. Visits are kept as counts without a person.',
  access: 'admin',
  params,
  body: ErasureInput,
  response: ErasureReceipt,
  errors: ['client_not_chosen', 'confirmation_differs', ...personBlocks],
})
