import { notificationEvents } from '@gatehouse/validation/notification-events'
import { and, gt, inArray, sql } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { lock } from '../../db/locks.ts'
import { notifications } from '../../db/schema/notifications.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { findTold } from './find-told.ts'
import type { LateRefusalReason } from './event-words.ts'
import { bellLevels } from './notices.ts'
import { deliver, deliverOutside, holdBack, only } from './tell-people.ts'

/** A sign-in or sign-out that was stored by an offline kiosk or device and refused later. */
export interface StoredRefusal {
  clientId: string
  site: { id: string; name: string; timeZone: string }
  method: { id: string; name: string }
  /** The name; empty where it is unknown. */
  person: string
  direction: 'in' | 'out'
  /** When it happened. */
  at: Date
  reason: LateRefusalReason
}

const event = 'stored_refused'
const FURTHER = 'further_stored_refused'

/**
 * Notifies people of a refusal that nobody at the entrance has seen. It runs in the transaction of
 * the refusal, so that no name waits in the outbox. The app lists each one, because each is another
 * person; emails and text messages keep the repeat limit.
 */
export async function tellStoredRefusal(
  tx: Transaction,
  { clientId, site, method, person, direction, at, reason }: StoredRefusal,
  now: Date,
): Promise<void> {
  await lock(tx, `notifications ${clientId}`)
  const people = await findTold(tx, clientId, event, {
    siteId: site.id,
    userId: undefined,
    hostId: undefined,
  })
  const due = await holdBack(tx, { clientId, subject: `notice:${method.id}`, createdAt: now }, event, people)
  const told = {
    clientId,
    event,
    level: notificationEvents[event].level,
    payload: { site: site.id, method: method.id },
    values: {
      site: site.name,
      siteId: site.id,
      method: method.name,
      person,
      direction,
      at: at.toISOString(),
      timeZone: site.timeZone,
      reason,
    },
    timeZone: site.timeZone,
    at: now,
    now,
  } as const
  const bell = people.map((one) => ({ person: only(one, ['bell']), held: 0 }))
  await deliver(tx, { ...told, people: bell })
  await deliverOutside(tx, told, people, due)
}

/** The most names in one notification. */
const MOST_NAMES = 20

/**
 * Counts a refusal for which no single notification is sent, because there are too many. For an
 * hour one notification in the app has their number and the known names. A reader who clears it
 * gets a new one.
 */
export async function tellFurtherRefusal(
  tx: Transaction,
  { clientId, site, method, person, at }: StoredRefusal,
  now: Date,
): Promise<void> {
  await lock(tx, `notifications ${clientId}`)
  const told = await findTold(tx, clientId, event, {
    siteId: site.id,
    userId: undefined,
    hostId: undefined,
  })
  const people = told.filter(({ channels }) => channels.includes('bell'))
  if (people.length === 0) return
  const counted = await tx
    .update(notifications)
    .set({
      values: sql`${notifications.values} || jsonb_build_object('further', ((${notifications.values} ->> 'further')::int + 1)::text,
        'lastAt', ${at.toISOString()}::text, 'countedAt', ${now.toISOString()}::text, 'people', ${withName(person)})`,
    })
    .where(
      and(
        hasValues(notifications, { clientId, kind: FURTHER }),
        inArray(
          notifications.userId,
          people.map(({ userId }) => userId),
        ),
        sql`${notifications.values} ->> 'methodId' = ${method.id}`,
        gt(notifications.createdAt, new Date(now.getTime() - HOUR_MS)),
      ),
    )
    .returning({ userId: notifications.userId })
  const known = new Set(counted.map(({ userId }) => userId))
  const others = people.filter(({ userId }) => !known.has(userId))
  if (others.length === 0) return
  const values = {
    site: site.name,
    siteId: site.id,
    method: method.name,
    methodId: method.id,
    timeZone: site.timeZone,
    further: '1',
    lastAt: at.toISOString(),
    countedAt: now.toISOString(),
    people: person,
  }
  const level = bellLevels[FURTHER]
  await tx.insert(notifications).values(
    others.map(({ userId }) => ({
      clientId,
      id: newId(now),
      userId,
      kind: FURTHER,
      level,
      values,
      createdAt: now,
    })),
  )
}

const names = sql`(${notifications.values} ->> 'people')`
/** Adds a name to those of a row, each once. One per line, because no name has a line break. */
const withName = (name: string) => sql`case
  when ${name}::text = '' or ${name}::text = any(string_to_array(${names}, E'\\n'))
    or cardinality(string_to_array(${names}, E'\\n')) >= ${MOST_NAMES} then ${names}
  else concat_ws(E'\\n', nullif(${names}, ''), ${name}::text) end`
