import type { RefusalReason } from '../../db/schema/refused-attempts.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { type GivenAnswer, visits } from '../../db/schema/visits.ts'
import { recordEvent } from '../../db/outbox.ts'
import { type Placeholders, pick, preparedQuery } from '../../db/prepared-query.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { touchLastSeen } from '../users/known-users.ts'
import { enterSite } from './presence.ts'
import type { OpenMethod } from '../sign-in-methods/queries.ts'
import type { Visitor } from '../identity/person-key.ts'

/** A sign-in that passed every check, or that a rule refuses, as it will be stored. */
export interface SignInRecord {
  /** The id of the visit or of the refused attempt. */
  id: string
  open: OpenMethod
  at: Date
  visitor: Visitor
  /** The client's user with the visitor's person key. */
  userId: string | null
  dependents: number
  role: { id: string; name: string } | null
  answers: GivenAnswer[]
  /** °C, or null where none is measured. */
  temperature: number | null
}

const visitColumns = [
  'clientId',
  'id',
  'siteId',
  'methodId',
  'source',
  'kind',
  'userId',
  'personKey',
  'firstName',
  'lastName',
  'mobile',
  'dependents',
  'roleId',
  'roleName',
  'answers',
  'temperature',
  'signedInAt',
  'createdAt',
] as const

const insertVisit = preparedQuery((db, row: Placeholders<(typeof visitColumns)[number]>) =>
  db.insert(visits).values(pick(row, visitColumns)),
)

/** Writes the visit, the presence and the event, and ends the visit that this one supersedes. */
export async function recordVisit(tx: Transaction, record: SignInRecord): Promise<void> {
  const { at } = record
  const row = rowOf(record)
  await Promise.all([
    enterSite(tx, { ...row, visitId: row.id, signedInAt: at }),
    insertVisit(tx, { ...row, signedInAt: at, createdAt: at }),
    row.userId === null ? undefined : touchLastSeen(tx, { ...row, userId: row.userId }, at),
    recordEvent(tx, {
      clientId: row.clientId,
      type: 'visit.signed_in',
      subject: `site:${row.siteId}`,
      at,
      payload: { visit_id: row.id },
    }),
  ])
}

/** Writes the refused attempt and the event. */
export async function recordRefusedAttempt(
  tx: Transaction,
  record: SignInRecord,
  reason: RefusalReason,
  banId: string | null,
): Promise<void> {
  const { at } = record
  const row = rowOf(record)
  await Promise.all([
    tx.insert(refusedAttempts).values({ ...row, reason, banId, attemptedAt: at, createdAt: at }),
    recordEvent(tx, {
      clientId: row.clientId,
      type: 'visit.refused',
      subject: `site:${row.siteId}`,
      at,
      payload: { attempt_id: row.id, reason },
    }),
  ])
}

/** The columns that a visit and a refused attempt share. */
function rowOf({ id, open, visitor, userId, dependents, role, answers, temperature }: SignInRecord) {
  const { method, site } = open
  return {
    clientId: site.clientId,
    id,
    siteId: site.id,
    methodId: method.id,
    source: method.type === 'qr' ? ('phone' as const) : method.type,
    kind: userId === null ? ('visitor' as const) : ('user' as const),
    userId,
    ...visitor,
    dependents,
    roleId: role?.id ?? null,
    roleName: role?.name ?? '',
    answers,
    temperature,
  }
}
