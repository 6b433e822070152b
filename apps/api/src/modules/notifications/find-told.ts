import {
  type ChosenEvent,
  type NotificationAudience,
  type NotificationChannel,
  type NotificationEvent,
  notificationEvents,
} from '@gatehouse/validation/notification-events'
import type { UserType } from '@gatehouse/validation/vocabulary'
import { and, eq, exists, inArray, isNotNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import { hasValues } from '../../db/has-values.ts'
import {
  notificationRecipients,
  notificationRecipientSites,
  notifications,
} from '../../db/schema/notifications.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { EventFacts } from './event-facts.ts'
import { noticeLevels } from './notices.ts'

export interface Told {
  userId: string
  email: string
  hasMobile: boolean
  channels: readonly NotificationChannel[]
  repeatMinutes: number
  quiet: { from: string; until: string } | null
}

/** The most people who are notified of one event. Recipients with an entry come first. */
const MAX_PEOPLE = 200
/** For people without a recipient entry. */
const REPEAT_MINUTES = 10

const isAdmin = or(users.admin, users.siteAdmin)
const isEntered = and(isNotNull(notificationRecipients.id), notificationRecipients.enabled)
/** Some events have no setting of their own and come with another event. */
const settingOf = (event: NotificationEvent) => notificationEvents[event].comesWith ?? (event as ChosenEvent)
const wantsEvent = (event: NotificationEvent) =>
  sql`${notificationRecipients.events} @> array[${settingOf(event)}]::text[]`
const typesOf: Record<NotificationAudience, UserType[]> = {
  staff: ['Manager', 'Staff'],
  managers: ['Manager'],
  approvers: [],
  admins: [],
  host: [],
  nobody: [],
}

/**
 * The people to notify of an event: recipients by their entries, all others by their rights and
 * only in the app. Nobody is notified about a site at which they have no right.
 */
export async function findTold(
  tx: Transaction,
  clientId: string,
  event: NotificationEvent,
  about: Subject,
): Promise<Told[]> {
  const { audience, isAlwaysInBell = false } = notificationEvents[event]
  if (audience === 'host') return findHost(tx, clientId, event, about)
  const hasRight = (types: readonly UserType[]) =>
    or(isAdmin, audience === 'approvers' ? mayApprove(about) : hasEntry(types, about))
  const mayBeTold = hasRight(['Manager', 'Staff'])
  const byDefault = audience === 'nobody' ? sql`false` : hasRight(typesOf[audience])
  const wants = and(
    wantsEvent(event),
    about.siteId === undefined ? undefined : or(hasAllSites, hasSite(about.siteId)),
  )
  const isWanted = sql`case when ${isEntered} then ${wants} else ${byDefault} end`
  const rows = await selectTold(tx, isAlwaysInBell ? sql`(${isEntered} and ${wants})` : undefined)
    .where(
      and(
        hasValues(users, { clientId, status: 'active' }),
        mayBeTold,
        isAlwaysInBell ? or(byDefault, isWanted) : isWanted,
      ),
    )
    .orderBy(sql`${notificationRecipients.id} nulls last`, users.id)
    .limit(MAX_PEOPLE)
  return rows.map((row) => {
    const told = toTold(row, ['bell'], event)
    return isAlwaysInBell ? alsoInBell(told) : told
  })
}

const alsoInBell = (told: Told): Told => ({
  ...told,
  channels: [...new Set<NotificationChannel>(['bell', ...told.channels])],
})

/**
 * The host of a visitor. They are always notified in the app, because a visitor waits. A recipient
 * entry with this event and site adds its channels and quiet hours.
 */
async function findHost(
  tx: Transaction,
  clientId: string,
  event: NotificationEvent,
  { siteId, hostId }: Subject,
): Promise<Told[]> {
  if (hostId === undefined) return []
  const isWanted = and(wantsEvent(event), siteId === undefined ? undefined : or(hasAllSites, hasSite(siteId)))
  const [row] = await selectTold(tx, sql`(${isEntered} and ${isWanted})`).where(
    hasValues(users, { clientId, id: hostId, status: 'active' }),
  )
  if (!row) return []
  return [alsoInBell(toTold(row, [], event))]
}

/** Whether a person may still be told: the right may have ended since the message was queued. */
export async function mayStillBeTold(
  tx: Transaction,
  { clientId, userId }: { clientId: string; userId: string },
  about: Pick<EventFacts, 'siteId'> & Partial<Pick<EventFacts, 'userId'>>,
): Promise<boolean> {
  const isPerson = hasValues(users, { clientId, id: userId })
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isPerson, or(isAdmin, hasEntry(['Manager', 'Staff'], about), mayApprove(about))))
  return found.length > 0
}

export async function findRecipientToTest(
  tx: Transaction,
  clientId: string,
  userId: string,
): Promise<Told | undefined> {
  const [row] = await selectTold(tx).where(hasValues(users, { clientId, id: userId, status: 'active' }))
  return row && { ...toTold({ ...row, counts: true }, []), quiet: null }
}

/** @param counts whether the recipient entry counts */
const selectTold = (tx: Transaction, counts: SQL = sql`${notificationRecipients.enabled}`) =>
  tx
    .select({
      userId: users.id,
      email: users.email,
      hasMobile: sql<boolean>`${users.mobile} <> ''`,
      channels: notificationRecipients.channels,
      channelsByEvent: notificationRecipients.channelsByEvent,
      repeatMinutes: notificationRecipients.repeatMinutes,
      quietFrom: notificationRecipients.quietFrom,
      quietUntil: notificationRecipients.quietUntil,
      counts: sql<boolean | null>`${counts}`,
    })
    .from(users)
    .leftJoin(
      notificationRecipients,
      hasValues(notificationRecipients, { clientId: users.clientId, userId: users.id }),
    )
    .$dynamic()

/** @param event the one of the notification; without it, all channels count */
function toTold(
  { userId, email, hasMobile, ...entered }: Awaited<ReturnType<typeof selectTold>>[number],
  byDefault: readonly NotificationChannel[],
  event?: NotificationEvent,
): Told {
  const counts = entered.counts === true
  const { quietFrom: from, quietUntil: until } = entered
  const own = event && entered.channelsByEvent?.[settingOf(event)]
  return {
    userId,
    email,
    hasMobile,
    channels: (counts ? (own ?? entered.channels) : null) ?? byDefault,
    repeatMinutes: (counts ? entered.repeatMinutes : null) ?? REPEAT_MINUTES,
    quiet: counts && from !== null && until !== null ? { from, until } : null,
  }
}

/** What an event is about. */
interface Subject {
  siteId: string | undefined
  userId: string | undefined
  /** Whom a visitor came to see. */
  hostId: string | undefined
}

const isEntryOfUser = hasValues(accessEntries, { clientId: users.clientId, userId: users.id })

/** A right at the site of the event. Events without a site are for admins. */
function hasEntry(types: readonly UserType[], { siteId }: { siteId: string | SQL | undefined }): SQL {
  if (types.length === 0 || siteId === undefined) return sql`false`
  return hasEntryWhere(and(inArray(accessEntries.userType, [...types]), eq(accessEntries.siteId, siteId)))
}

/** Managers who may approve accounts at a site of the waiting user. */
function mayApprove({ userId }: { userId?: string | SQL | undefined }): SQL {
  if (userId === undefined) return sql`false`
  const others = alias(accessEntries, 'others')
  const sitesOfUser = new QueryBuilder()
    .select({ id: others.siteId })
    .from(others)
    .where(and(eq(others.clientId, users.clientId), eq(others.userId, userId)))
  const isManager = and(eq(accessEntries.userType, 'Manager'), inArray(accessEntries.siteId, sitesOfUser))
  return sql`(${users.approvalAccess} and ${hasEntryWhere(isManager)})`
}

const hasEntryWhere = (where: SQL | undefined) =>
  exists(
    new QueryBuilder()
      .select({ one: sql`1` })
      .from(accessEntries)
      .where(and(isEntryOfUser, where)),
  )

/** The kinds of notification about the reader's own account. */
const kindsOfOwn = [
  ...Object.keys(noticeLevels),
  'mail_failed',
  'new_address_mail_failed',
  'text_failed',
  'test',
]

const siteIdOfRow = sql`(${notifications.values} ->> 'siteId')::uuid`
const userIdOfRow = sql`(${notifications.values} ->> 'user')::uuid`

/** Whether a user may still read a notification, by its site. Those without one are for admins. */
export const mayStillRead = or(
  isAdmin,
  inArray(notifications.kind, kindsOfOwn),
  hasEntry(['Manager', 'Staff'], { siteId: siteIdOfRow }),
  and(eq(notifications.kind, 'approval_waiting'), mayApprove({ userId: userIdOfRow })),
)

const isSiteOfRecipient = hasValues(notificationRecipientSites, {
  clientId: notificationRecipients.clientId,
  recipientId: notificationRecipients.id,
})
const sitesOfRecipient = (where?: SQL) =>
  new QueryBuilder()
    .select({ one: sql`1` })
    .from(notificationRecipientSites)
    .where(and(isSiteOfRecipient, where))

/** A recipient without any site is notified about all sites. */
export const hasAllSites = notExists(sitesOfRecipient())
export const hasSite = (siteId: string) =>
  exists(sitesOfRecipient(eq(notificationRecipientSites.siteId, siteId)))
