import { hasValues } from '../../db/has-values.ts'
import type { AuditedRecipient } from '@gatehouse/validation/audit-fields'
import { channelsByEvent, eventsAndChannels, exceptionsOf } from '@gatehouse/validation/channels-by-event'
import type {
  NewRecipient,
  Recipient,
  RecipientChanges,
} from '@gatehouse/validation/endpoints/notification-recipients'
import type { NotificationChannel } from '@gatehouse/validation/notification-events'
import { and, eq } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { notificationRecipients, notificationRecipientSites } from '../../db/schema/notifications.ts'
import { users } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { toColumns } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { findManagedSites } from '../sites/queries.ts'
import { editColumns, findEditBlock, isAdmin, isVisibleUser } from '../users/policy.ts'
import { readRecipient } from './queries.ts'

/** A recipient with their site ids. */
export type RecipientRow = typeof notificationRecipients.$inferSelect & { sites: string[] }

export interface RecipientDeps {
  /** The channels that a recipient may have. */
  channels: readonly NotificationChannel[]
  /** The channels that this installation has not set up. */
  notSetUp: ReadonlySet<string>
}

/**
 * Makes a user a recipient.
 * @throws AppError `not_found`, `conflict` where the user is one already, `wrong_status`,
 *   `type_too_high`, `other_sites`, `site_required` where a Manager names no site, `incomplete`,
 *   `no_text_gateway`, `client_not_chosen`
 */
export function createRecipient(
  { db, actor, now }: Context<StaffActor>,
  deps: RecipientDeps,
  { sites, user_id: userId, ...input }: NewRecipient,
): Promise<Recipient> {
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  return withScope(db, scope, async (tx) => {
    const [user] = await tx
      .select({ status: users.status, ...editColumns(actor) })
      .from(users)
      .where(and(isVisibleUser(actor), eq(users.id, userId)))
    if (!user) throw new AppError('not_found', { fields: { user_id: 'person_required' } })
    if (user.status !== 'active')
      throw new AppError('wrong_status', { fields: { user_id: 'person_required' } })
    const block = findEditBlock(user)
    if (block) throw new AppError(block)
    assertComplete(deps, input)
    await assertSites(tx, actor, clientId, sites)
    const id = newId(now)
    const [row] = await tx
      .insert(notificationRecipients)
      .values({
        clientId,
        id,
        userId,
        ...toColumns(input),
        ...toPairs(input),
        createdAt: now,
        lastModified: now,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new AppError('conflict', { fields: { user_id: 'already_in_use' } })
    await writeSites(tx, { ...row, sites })
    const details = { before: {}, after: toAudited({ ...row, sites }) }
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'notification_recipient.created', 'notification_recipient', row),
      details,
    })
    return readRecipient(tx, actor, id)
  })
}

/** @param ifMatch the `last_modified` that the caller has seen */
export function updateRecipient(
  { db, actor, now }: Context<StaffActor>,
  deps: RecipientDeps,
  id: string,
  { sites, ...changes }: RecipientChanges,
  ifMatch?: string,
): Promise<Recipient> {
  return withScope(db, actor.scope, async (tx) => {
    const row = await lockRecipient(tx, actor, id)
    // The error carries the current recipient, so that the caller's dialog can continue with it.
    if (ifMatch !== undefined && ifMatch !== row.lastModified.toISOString())
      throw new AppError('changed_meanwhile', { current: await readRecipient(tx, actor, id) })
    if (sites || Object.keys(changes).length > 0)
      await editRow(tx, {
        row,
        show: toAudited,
        ifMatch,
        write: async (lastModified) => {
          assertComplete(deps, {
            channels: changes.channels ?? [],
            quiet_from: changes.quiet_from === undefined ? row.quietFrom : changes.quiet_from,
            quiet_until: changes.quiet_until === undefined ? row.quietUntil : changes.quiet_until,
          })
          if (sites) {
            await assertSites(tx, actor, row.clientId, sites)
            await tx
              .delete(notificationRecipientSites)
              .where(hasValues(notificationRecipientSites, { clientId: row.clientId, recipientId: id }))
            await writeSites(tx, { ...row, sites })
          }
          const [changed] = await tx
            .update(notificationRecipients)
            .set({ ...toColumns(changes), ...changedPairs(row, changes), lastModified })
            .where(isSame(row))
            .returning()
          if (!changed) throw new Error('The row is locked')
          return { ...changed, sites: sites ?? row.sites }
        },
        audit: auditOf({ actor, now }, 'notification_recipient.updated', 'notification_recipient', row),
      })
    return readRecipient(tx, actor, id)
  })
}

export function deleteRecipient({ db, actor, now }: Context<StaffActor>, id: string): Promise<void> {
  return withScope(db, actor.scope, async (tx) => {
    const row = await lockRecipient(tx, actor, id)
    await tx.delete(notificationRecipients).where(isSame(row))
    const details = { before: toAudited(row), after: {} }
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'notification_recipient.deleted', 'notification_recipient', row),
      details,
    })
  })
}

/**
 * Locks a recipient that the person may change.
 * @throws AppError `not_found`, `type_too_high`, `other_sites`
 */
export async function lockRecipient(
  tx: Transaction,
  actor: StaffActor,
  id: string,
): Promise<RecipientRow & { status: string }> {
  const [found] = await tx
    .select({ recipient: notificationRecipients, status: users.status, ...editColumns(actor) })
    .from(notificationRecipients)
    .innerJoin(
      users,
      hasValues(users, { clientId: notificationRecipients.clientId, id: notificationRecipients.userId }),
    )
    .where(and(eq(notificationRecipients.id, id), isVisibleUser(actor)))
    .for('no key update', { of: notificationRecipients })
  if (!found) throw new AppError('not_found')
  const block = findEditBlock(found)
  if (block) throw new AppError(block)
  const { recipient, status } = found
  const rows = await tx
    .select({ siteId: notificationRecipientSites.siteId })
    .from(notificationRecipientSites)
    .where(hasValues(notificationRecipientSites, { clientId: recipient.clientId, recipientId: id }))
    .orderBy(notificationRecipientSites.siteId)
  const sites = rows.map(({ siteId }) => siteId)
  const managed = isAdmin(actor) ? undefined : await findManagedSites(tx, actor, sites, recipient.clientId)
  if (managed && (sites.length === 0 || managed.size < sites.length)) throw new AppError('other_sites')
  return { ...recipient, sites, status }
}

const isSame = ({ clientId, id }: Pick<RecipientRow, 'clientId' | 'id'>) =>
  hasValues(notificationRecipients, { clientId, id })

/** Quiet hours need a start and an end, and every channel must be available. */
function assertComplete(
  { channels }: RecipientDeps,
  given: Pick<NewRecipient, 'channels' | 'quiet_from' | 'quiet_until'>,
): void {
  if ((given.quiet_from === null) !== (given.quiet_until === null)) {
    const missing = given.quiet_from === null ? 'quiet_from' : 'quiet_until'
    throw new AppError('incomplete', { fields: { [missing]: 'time_of_day_invalid' } })
  }
  if (given.channels.includes('text') && !channels.includes('text')) throw new AppError('no_text_gateway')
}

/** A Manager must name sites, because only an admin may make a person a recipient for all sites. */
async function assertSites(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  sites: readonly string[],
): Promise<void> {
  if (sites.length === 0 && !isAdmin(actor))
    throw new AppError('site_required', { fields: { sites: 'site_required' } })
  const managed = await findManagedSites(tx, actor, sites, clientId)
  if (managed.size < sites.length) throw new AppError('not_found', { fields: { sites: 'site_unknown' } })
}

/** Columns for the pairs of events and channels. */
function toPairs(
  given: Pick<RecipientChanges, 'channels_by_event'> & Pick<NewRecipient, 'events' | 'channels'>,
) {
  const pairs = channelsByEvent(given.events, given.channels, given.channels_by_event)
  return { ...eventsAndChannels(pairs), channelsByEvent: exceptionsOf(pairs) }
}

/** A change of events or channels alone means every pair of them. */
function changedPairs(row: RecipientRow, { events, channels, channels_by_event }: RecipientChanges) {
  if (!events && !channels && !channels_by_event) return {}
  return toPairs({ events: events ?? row.events, channels: channels ?? row.channels, channels_by_event })
}

async function writeSites(tx: Transaction, { clientId, id, sites }: RecipientRow): Promise<void> {
  if (sites.length === 0) return
  await tx
    .insert(notificationRecipientSites)
    .values(sites.map((siteId) => ({ clientId, recipientId: id, siteId })))
}

function toAudited(row: RecipientRow): AuditedRecipient {
  return {
    user_id: row.userId,
    events: row.events,
    channels: row.channels,
    channels_by_event: row.channelsByEvent,
    sites: row.sites,
    quiet_from: row.quietFrom,
    quiet_until: row.quietUntil,
    repeat_minutes: row.repeatMinutes,
    enabled: row.enabled,
    last_modified: row.lastModified.toISOString(),
  }
}
