import { type NotificationChannel, notificationEvents } from '@gatehouse/validation/notification-events'
import type { Transaction } from '../../db/tenancy.ts'
import { findTold, type Told } from './find-told.ts'
import type { LateRefusalReason } from './late-refusal-words.ts'
import { deliver, holdBack, lockPeople } from './tell-people.ts'

/** What a kiosk or a device had stored without a network, and the server has refused. */
export interface StoredRefusal {
  clientId: string
  site: { id: string; name: string; timeZone: string }
  method: { id: string; name: string }
  /** Who it was; empty where that is not known. */
  person: string
  direction: 'in' | 'out'
  /** When it happened. */
  at: Date
  reason: LateRefusalReason
}

const event = 'stored_refused'

/**
 * Tells of a refusal that nobody at the entrance has seen, in its transaction: no name waits in the outbox. The bell has each one, because each is
 * somebody else; mails and text messages keep the repeat limit.
 */
export async function tellStoredRefusal(
  tx: Transaction,
  { clientId, site, method, person, direction, at, reason }: StoredRefusal,
  now: Date,
): Promise<void> {
  await lockPeople(tx, clientId)
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
  const outside = people.flatMap((one) => {
    const held = due.get(one.userId)
    return held === undefined ? [] : [{ person: only(one, ['mail', 'text']), held }]
  })
  await deliver(tx, { ...told, people: bell })
  await deliver(tx, { ...told, people: outside })
}

const only = (told: Told, channels: readonly NotificationChannel[]): Told => ({
  ...told,
  channels: told.channels.filter((channel) => channels.includes(channel)),
})
