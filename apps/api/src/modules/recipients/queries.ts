import { channelsByEvent } from '@gatehouse/validation/channels-by-event'
import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { hasValues } from '../../db/has-values.ts'
import { Recipient } from '@gatehouse/validation/endpoints/notification-recipients'
import {
  type NotificationChannel,
  notificationEvents,
  notificationEventNames,
} from '@gatehouse/validation/notification-events'
import type { Language } from '@gatehouse/validation/vocabulary'
import { and, count, eq, exists, or, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Context, StaffActor } from '../../context.ts'
import { byName } from '../../db/name-order.ts'
import { clients } from '../../db/schema/clients.ts'
import { notificationRecipients, notificationRecipientSites } from '../../db/schema/notifications.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import { type ListConditions, selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { canReadMobilesOfUsers, showMobile } from '../people/mobile-visibility.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { isSiteOf, resolveSite, type WithSite } from '../sites/queries.ts'
import { editColumns, findEditBlock, isAdmin, isListedUser, isVisibleUser } from '../users/policy.ts'
import { eventWords } from '../notifications/event-words.ts'
import { hasAllSites, hasSite } from '../notifications/find-told.ts'
import { json } from '../../db/sql-values.ts'

type Query = InputOf<'listRecipients'>['query']

const isUserOfRecipient = hasValues(users, {
  clientId: notificationRecipients.clientId,
  id: notificationRecipients.userId,
})

function listedRecipients(
  actor: StaffActor,
): ListConditions<WithSite<Pick<Query, 'search' | 'site' | 'event' | 'channel'>>> {
  return {
    scope: isListedUser(actor),
    search: { texts: [users.foldedName] },
    filters: {
      site: ({ clientId, id }) =>
        and(eq(notificationRecipients.clientId, clientId), or(hasAllSites, hasSite(id))),
      event: (event) => sql`${notificationRecipients.events} @> array[${event}]::text[]`,
      channel: (channel) => sql`${notificationRecipients.channels} @> array[${channel}]::text[]`,
    },
  }
}

/** @throws AppError `not_found` for a site that the person does not manage */
export function listRecipients(
  { db, actor }: Context<StaffActor>,
  query: Query,
): Promise<OutputOf<'listRecipients'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const resolved = await resolveSite(tx, actor, 'manage', query)
    const { items, total } = await selectPage(resolved, {
      ...listedRecipients(actor),
      sort: {
        name: (direction) => byName(users, direction),
        created_at: notificationRecipients.createdAt,
      },
      lastSort: notificationRecipients.id,
      rows: (where) => selectRecipients(tx, actor).where(where),
      count: (where) =>
        tx
          .select({ total: count() })
          .from(notificationRecipients)
          .innerJoin(users, isUserOfRecipient)
          .where(where),
    })
    return { items: items.map((row) => toResponse(actor, row)), total }
  })
}

export function getRecipient({ db, actor }: Context<StaffActor>, id: string): Promise<Recipient> {
  return withReadScope(db, actor.scope, (tx) => readRecipient(tx, actor, id))
}

/** The same within a transaction. */
export async function readRecipient(tx: Transaction, actor: StaffActor, id: string): Promise<Recipient> {
  const isAsked = and(isVisibleUser(actor), eq(notificationRecipients.id, id))
  const [row] = await selectRecipients(tx, actor).where(isAsked)
  if (!row) throw new AppError('not_found')
  return toResponse(actor, row)
}

/** The latest email or text message to a recipient with a time in the column. */
function latestAlert(column: 'delivered_at' | 'failed_at'): SQL {
  return sql`(
    select to_jsonb(alert) from outbox alert
    where alert.client_id = ${notificationRecipients.clientId} and alert.subject = 'alert:' || ${notificationRecipients.userId}
      and alert.type in ('mail.alert', 'text.alert') and ${sql.raw(`alert.${column}`)} is not null
    order by alert.position desc limit 1)`
}

/** The recipient's sites by name, and whether the reader manages them. */
const sitesOf = (actor: StaffActor) => sql<{ id: string; name: string; managed: boolean }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', ${sites.id}, 'name', ${sites.name},
    'managed', ${isAccessibleSite(actor, 'manage')}) order by ${sites.foldedName}, ${sites.id}), '[]')
  from ${notificationRecipientSites} join ${sites} on ${isSiteOf(notificationRecipientSites)}
  where ${notificationRecipientSites.clientId} = ${notificationRecipients.clientId}
    and ${notificationRecipientSites.recipientId} = ${notificationRecipients.id})`

function selectRecipients(tx: Transaction, actor: StaffActor) {
  return tx
    .select({
      recipient: notificationRecipients,
      clientName: clients.name,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      mobile: users.mobile,
      canReadMobile: canReadMobilesOfUsers(actor),
      ownLanguage: users.language,
      clientLanguage: clients.language,
      hasAllSites: sql<boolean>`${hasAllSites}`,
      sites: sitesOf(actor),
      lastDelivered: sql<string | null>`${latestAlert('delivered_at')} ->> 'delivered_at'`,
      lastFailedAt: sql<string | null>`${latestAlert('failed_at')} ->> 'failed_at'`,
      lastFailure: sql<string | null>`${latestAlert('failed_at')} ->> 'failure'`,
      ...editColumns(actor),
    })
    .from(notificationRecipients)
    .innerJoin(users, isUserOfRecipient)
    .innerJoin(clients, eq(clients.id, notificationRecipients.clientId))
    .$dynamic()
}

type RecipientRow = Awaited<ReturnType<typeof selectRecipients>>[number]

const toResponse = (actor: StaffActor, { recipient, ...row }: RecipientRow): Recipient =>
  toFields(
    Recipient,
    { ...recipient, ...row, allSites: row.hasAllSites },
    {
      ...showMobile(row.mobile, row.canReadMobile),
      channels_by_event: channelsByEvent(recipient.events, recipient.channels, recipient.channelsByEvent),
      name: `${row.firstName} ${row.lastName}`.trim(),
      language: row.ownLanguage ?? row.clientLanguage,
      sites: row.sites.flatMap(({ id, name, managed }) => (managed ? [{ id, name }] : [])),
      editable:
        findEditBlock(row) === undefined &&
        (isAdmin(actor) || (!row.hasAllSites && row.sites.every(({ managed }) => managed))),
      last_delivered: instantOf(row.lastDelivered),
      last_failure:
        row.lastFailedAt === null
          ? null
          : { at: instantOf(row.lastFailedAt) ?? row.lastFailedAt, reason: row.lastFailure ?? 'unknown' },
    },
  )

/** Converts a time that PostgreSQL wrote into JSON. */
function instantOf(text: string | null): string | null {
  return text === null ? null : Temporal.Instant.from(text).toString({ fractionalSecondDigits: 3 })
}

/** The available events, and whether the sites that the person manages have recipients for them. */
export function listRecipientEvents(
  { db, actor }: Context<StaffActor>,
  channels: NotificationChannel[],
): Promise<OutputOf<'listRecipientEvents'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const language = await findLanguage(tx, actor)
    const isManaged = isAccessibleSite(actor, 'manage')
    const [all] = await tx.select({ sites: count() }).from(sites).where(isManaged)
    const wants = sql`${notificationRecipients.events} @> array[event.name]::text[]`
    const isTold = and(eq(notificationRecipients.enabled, true), eq(users.status, 'active'), wants)
    const told = new QueryBuilder()
      .select({ one: sql`1` })
      .from(notificationRecipients)
      .innerJoin(users, isUserOfRecipient)
      .where(
        and(
          eq(notificationRecipients.clientId, sites.clientId),
          isTold,
          or(
            hasAllSites,
            sql`exists (select from notification_recipient_sites one
              where one.client_id = ${sites.clientId} and one.recipient_id = ${notificationRecipients.id} and one.site_id = ${sites.id})`,
          ),
        ),
      )
    const covered = new QueryBuilder()
      .select({ sites: count() })
      .from(sites)
      .where(and(isManaged, exists(told)))
    const recipients = new QueryBuilder()
      .select({ people: count() })
      .from(notificationRecipients)
      .innerJoin(users, isUserOfRecipient)
      .where(and(isListedUser(actor), isTold))
    const rows = await tx.execute<{ name: string; recipients: number; covered: number }>(sql`
        select event.name, (${recipients})::integer as recipients, (${covered})::integer as covered
        from jsonb_array_elements_text(${json(notificationEventNames)}) as event (name)`)
    return {
      channels,
      events: notificationEventNames.map((event) => {
        const row = rows.find(({ name }) => name === event)
        return {
          event,
          label: eventWords[language].events[event].label,
          level: notificationEvents[event].level,
          recipients: row?.recipients ?? 0,
          sites_without: isOfSite(event) ? (all?.sites ?? 0) - (row?.covered ?? 0) : null,
        }
      }),
    }
  })
}

const isOfSite = (event: (typeof notificationEventNames)[number]) =>
  !['approvers', 'admins', 'host', 'nobody'].includes(notificationEvents[event].audience)

/** The language of the reader. */
export async function findLanguage(tx: Transaction, { clientId, userId }: StaffActor): Promise<Language> {
  const [found] = await tx
    .select({ own: users.language, ofClient: clients.language })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(hasValues(users, { clientId, id: userId }))
  return found?.own ?? found?.ofClient ?? 'en-au'
}
