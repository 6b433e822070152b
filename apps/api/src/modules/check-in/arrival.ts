import type { RefusalReason } from '../../db/schema/refused-attempts.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { type GivenAnswer, visits } from '../../db/schema/visits.ts'
import { recordEvent } from '../../db/outbox.ts'
import { type Placeholders, pick, preparedQuery } from '../../db/prepared-query.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { touchLastSeen } from '../users/known-users.ts'
import { enterSite } from './presence.ts'
import type { OpenMethod } from '../sign-in-methods/open-method.ts'
import type { Visitor } from './visitor.ts'

/** A sign-in as it will be written: who, where, when, as what, with which answers. */
export interface Arrival {
  /** Of the visit, or of the refused attempt. */
  id: string
  open: OpenMethod
  at: Date
  visitor: Visitor
  /** The client's own user that the visitor is. */
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

/** Writes the visit, the presence with what it supersedes, and the event. */
export async function recordVisit(tx: Transaction, arrival: Arrival): Promise<void> {
  const { at } = arrival
  const row = rowOf(arrival)
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
  arrival: Arrival,
  reason: RefusalReason,
  banId: string | null,
): Promise<void> {
  const { at } = arrival
  const row = rowOf(arrival)
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

/** What a visit and a refused attempt both say of an arrival. */
function rowOf({ id, open, visitor, userId, dependents, role, answers, temperature }: Arrival) {
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
