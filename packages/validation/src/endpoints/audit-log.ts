import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Uuid } from '../fields.ts'
import { Instant } from '../time-fields.ts'

/** Who or what an entry names. The name is null where it is not kept, or of another client. */
const Named = v.object({ kind: v.string(), id: v.nullable(v.string()), name: v.nullable(v.string()) })

export const AuditEntry = v.object({
  id: v.string(),
  at: v.string(),
  actor: Named,
  /** One of `auditActions`; a later version may know more. */
  action: v.string(),
  target: Named,
  /** The fields that differ. */
  before: v.record(v.string(), v.unknown()),
  after: v.record(v.string(), v.unknown()),
  /** Other facts, such as a reason or a count. */
  details: v.record(v.string(), v.unknown()),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

/** Where a page starts: older than an entry, by its time and its id. */
export const auditCursor = /^\d{1,15}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export const listAuditLogEndpoint = endpoint({
  method: 'GET',
  path: '/audit-log',
  summary: 'Lists the actions in a client, newest first. A site_admin must choose a client.',
  access: 'admin',
  query: v.strictObject({
    /** `next` of the previous page. */
    cursor: v.optional(v.pipe(v.string(), v.regex(auditCursor))),
    per_page: PageQuery.per_page,
    /** The first word of the action. */
    kind: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/))),
    /** The id of what was changed. */
    target: v.optional(Uuid),
    /** The id of who did it. */
    actor: v.optional(Uuid),
    from: v.optional(Instant),
    to: v.optional(Instant),
  }),
  response: v.object({ items: v.array(AuditEntry), next: v.nullable(v.string()) }),
  errors: ['client_not_chosen'],
})
