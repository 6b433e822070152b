import {
  isDeviceStateEvent,
  isMusterEvent,
  isRecordEvent,
  logHeadEvent,
  testEvent,
  type WebhookBody,
} from '@gatehouse/validation/webhooks'
import { type VisitEnding, visitEndings } from '@gatehouse/validation/vocabulary'
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { musters } from '../../db/schema/musters.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import { visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { timeOfId } from '../../lib/ids.ts'
import { isSiteOf } from '../sites/queries.ts'

/** A delivery or event as recorded, with ids and codes only. */
export interface RecordedEvent {
  clientId: string
  type: string
  payload: Record<string, unknown>
  createdAt: Date
  webhookId: string | null
}

/**
 * Composes the body of an event from the current data, so that no name waits in the outbox or
 * outlives its retention. The event's own data never changes.
 * @returns undefined where the subject of the event was deleted
 */
export async function composeBody(tx: Transaction, event: RecordedEvent): Promise<string | undefined> {
  const body = await readBody(tx, event)
  return body && JSON.stringify(body)
}

async function readBody(tx: Transaction, event: RecordedEvent): Promise<WebhookBody | undefined> {
  const { type, payload, createdAt, webhookId } = event
  const timestamp = createdAt.toISOString()
  if (type === testEvent) return { type, timestamp, data: { webhook: { id: webhookId ?? '' } } }
  if (type === logHeadEvent) {
    const { entries, hash } = payload
    return { type, timestamp, data: { entries: Number(entries), hash: textOf(hash) } }
  }
  if (type === 'visitor.refused') {
    const found = await readAttempt(tx, event)
    return found && { type, timestamp, data: { ...found, attempt: { id: textOf(payload['attempt_id']) } } }
  }
  if (type === 'visitor.signed_in' || type === 'visitor.signed_out') {
    const found = await readVisit(tx, event)
    if (!found) return undefined
    const id = textOf(payload['visit_id'])
    const visit = { id, signed_in_at: timeOfId(id).toISOString() }
    const endedAs = endingOf(payload['ended_as'])
    if (type === 'visitor.signed_in')
      return { type, timestamp, data: { ...found, visit: { ...visit, ended_as: endedAs } } }
    const signedOutAt = payload['signed_out_at']
    const end = {
      ended_as: endedAs ?? 'checked_out',
      signed_out_at: typeof signedOutAt === 'string' ? signedOutAt : null,
    }
    return { type, timestamp, data: { ...found, visit: { ...visit, ...end } } }
  }
  if (isDeviceStateEvent(type)) {
    const place = await readPlace(tx, event)
    return place && { type, timestamp, data: { ...place, since: textOf(payload['since']) } }
  }
  const actor = payload['actor_id']
  const actorId = typeof actor === 'string' ? actor : null
  if (isMusterEvent(type)) {
    const muster = await readMuster(tx, event)
    return muster && { type, timestamp, data: { ...muster, actor_id: actorId } }
  }
  if (!isRecordEvent(type)) return undefined
  const object = await readObject(tx, event)
  return object && { type, timestamp, data: { object, actor_id: actorId } }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function endingOf(value: unknown): VisitEnding | null {
  return visitEndings.find((ending) => ending === value) ?? null
}

/** Visits and refused attempts have the same columns for a person. */
type PersonTable = typeof visits | typeof refusedAttempts

const readVisit = (tx: Transaction, { clientId, payload }: RecordedEvent) => {
  const id = textOf(payload['visit_id'])
  // The time in the id is that of the sign-in.
  return readPerson(tx, visits, hasValues(visits, { clientId, signedInAt: timeOfId(id), id }))
}

const readAttempt = (tx: Transaction, { clientId, payload }: RecordedEvent) => {
  const id = textOf(payload['attempt_id'])
  const isAttempt = hasValues(refusedAttempts, { clientId, attemptedAt: timeOfId(id), id })
  return readPerson(tx, refusedAttempts, isAttempt)
}

async function readPerson(tx: Transaction, table: PersonTable, isRow: SQL | undefined) {
  const [row] = await tx
    .select({
      site: { id: sites.id, name: sites.name },
      method: { id: signInMethods.id, name: signInMethods.name },
      kind: table.kind,
      userId: table.userId,
      firstName: table.firstName,
      lastName: table.lastName,
      role: table.roleName,
      dependents: table.dependents,
    })
    .from(table)
    .innerJoin(sites, isSiteOf(table))
    .leftJoin(signInMethods, hasValues(signInMethods, { clientId: table.clientId, id: table.methodId }))
    .where(isRow)
  if (!row) return undefined
  const { site, method, kind, userId, firstName, lastName, role, dependents } = row
  return {
    site,
    sign_in_method: method,
    person: {
      kind,
      user_id: userId,
      first_name: firstName === '' ? null : firstName,
      last_name: lastName === '' ? null : lastName,
    },
    role,
    dependents,
  }
}

/** The sign-in method of a device, and its current site. */
async function readPlace(tx: Transaction, { clientId, payload }: RecordedEvent) {
  const [row] = await tx
    .select({
      site: { id: sites.id, name: sites.name },
      sign_in_method: { id: signInMethods.id, name: signInMethods.name },
    })
    .from(signInMethods)
    .innerJoin(sites, isSiteOf(signInMethods))
    .where(hasValues(signInMethods, { clientId, id: textOf(payload['method_id']) }))
  return row
}

const nameOfUser = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`

/** The changed object with its current name. */
async function readObject(tx: Transaction, { clientId, payload }: RecordedEvent) {
  const id = textOf(payload['id'])
  const kind = textOf(payload['kind'])
  const nameIn = async (table: typeof sites | typeof signInMethods | typeof users, name: SQLWrapper) => {
    const [row] = await tx
      .select({ name: sql<string>`${name}` })
      .from(table)
      .where(hasValues(table, { clientId, id }))
    return row?.name ?? null
  }
  if (kind === 'site') return { kind, id, name: await nameIn(sites, sites.name) } as const
  if (kind === 'sign_in_method')
    return { kind, id, name: await nameIn(signInMethods, signInMethods.name) } as const
  if (kind === 'user') return { kind, id, name: await nameIn(users, nameOfUser) } as const
  return undefined
}

/** A muster with the name of its site, and whether it was a drill when the event was recorded. */
async function readMuster(tx: Transaction, { clientId, payload }: RecordedEvent) {
  const id = textOf(payload['id'])
  const [row] = await tx
    .select({ name: sites.name })
    .from(musters)
    .innerJoin(sites, isSiteOf(musters))
    .where(hasValues(musters, { clientId, id }))
  return {
    object: { kind: 'muster', id, name: row?.name ?? null } as const,
    drill: payload['drill'] === true,
  }
}
