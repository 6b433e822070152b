import type { AuditedBan } from '@gatehouse/validation/audit-fields'
import type { Ban, BanChanges, NewBan } from '@gatehouse/validation/endpoints/bans'
import { and, eq } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { hasValues } from '../../db/has-values.ts'
import { bans } from '../../db/schema/bans.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { readMoment } from '../../lib/zoned-time.ts'
import type { BanKeys } from '../identity/person-key.ts'
import { isSiteOf } from '../sites/queries.ts'
import { createBan } from '../bans/create-ban.ts'
import { assertMayBan, type BanPlace, canManageBan, getBanPlace, isVisibleBan } from './policy.ts'
import { isAdmin } from '../users/policy.ts'
import { readBan } from './queries.ts'
import { limitNamed, readWhom } from './whom.ts'

type BanRow = typeof bans.$inferSelect

/** Bans a person by name and mobile, or a user. */
export async function addBan(
  ctx: Context<StaffActor>,
  banKeys: BanKeys,
  { site_id: siteId, reason, from, until, ...whom }: NewBan,
): Promise<Ban> {
  const { db, actor, now } = ctx
  await limitNamed(ctx, whom)
  const scope = getWorkingScope(actor)
  return withScope(db, scope, async (tx) => {
    const place = await getBanPlace(tx, actor, scope.clientId, siteId)
    const terms = readNewTerms(place, { from, until }, now)
    const { userId: asked, ...person } = await readWhom(tx, actor, place, whom)
    const { id, userId } = await createBan(
      tx,
      banKeys,
      { kind: 'staff', id: actor.userId },
      {
        clientId: scope.clientId,
        siteId,
        whom: asked === null ? { person } : { userId: asked },
        reason,
        ...terms,
        setByManager: !isAdmin(actor),
      },
      now,
    )
    await assertMayBan(tx, actor, scope.clientId, userId)
    return readBan(tx, { actor, now }, id)
  })
}

/** Changes the site, the times or the reason of a ban. */
export function updateBan(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  changes: BanChanges,
  ifMatch?: string,
): Promise<Ban> {
  const reader = { actor, now }
  return withScope(db, actor.scope, async (tx) => {
    const { ban: row, timeZone } = await lockBan(tx, actor, 'manage', id)
    if (ifMatch !== undefined && ifMatch !== row.lastModified.toISOString())
      throw new AppError('changed_meanwhile', { current: await readBan(tx, reader, id) })
    assertNotOver(row, now)
    const siteId = changes.site_id === undefined ? row.siteId : changes.site_id
    const place = siteId === row.siteId ? { timeZone } : await getBanPlace(tx, actor, row.clientId, siteId)
    const terms = readTerms(place, changes, { from: row.fromAt, until: row.untilAt }, now)
    await editRow(tx, {
      row,
      show: toAudited,
      ifMatch,
      write: async (lastModified) => {
        const [changed] = await tx
          .update(bans)
          .set({
            siteId,
            reason: changes.reason ?? row.reason,
            fromAt: terms.from,
            untilAt: terms.until,
            setByManager: row.setByManager && !isAdmin(actor),
            lastModified,
          })
          .where(isSame(row))
          .returning()
        if (!changed) throw new Error('The row is locked')
        return changed
      },
      audit: auditOf(reader, 'ban.updated', 'ban', row),
    })
    return readBan(tx, reader, id)
  })
}

/** Ends a ban now. */
export function liftBan(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  { reason }: { reason: string },
): Promise<Ban> {
  const reader = { actor, now }
  return withScope(db, actor.scope, async (tx) => {
    const { ban } = await lockBan(tx, actor, 'manage', id)
    assertNotOver(ban, now)
    const lastModified = new Date(Math.max(now.getTime(), ban.lastModified.getTime() + 1))
    await tx.update(bans).set({ liftedAt: now, liftedBy: actor.userId, lastModified }).where(isSame(ban))
    await recordAudit(tx, { ...auditOf(reader, 'ban.lifted', 'ban', ban), details: { reason } })
    return readBan(tx, reader, id)
  })
}

/**
 * Locks a ban that the actor may see, or change. The lock also covers its exceptions.
 * @throws AppError `not_found`, `forbidden`
 */
export async function lockBan(
  tx: Transaction,
  actor: StaffActor,
  right: 'see' | 'manage',
  id: string,
): Promise<{ ban: BanRow; timeZone: string }> {
  const [found] = await tx
    .select({
      ban: bans,
      canManage: canManageBan(actor),
      siteZone: sites.timeZone,
      clientZone: clients.timeZone,
    })
    .from(bans)
    .innerJoin(clients, eq(clients.id, bans.clientId))
    .leftJoin(sites, isSiteOf(bans))
    .where(and(isVisibleBan(actor), eq(bans.id, id)))
    .for('update', { of: bans })
  if (!found) throw new AppError('not_found')
  if (right === 'manage' && !found.canManage) throw new AppError('forbidden')
  return { ban: found.ban, timeZone: found.siteZone ?? found.clientZone }
}

/** @throws AppError `ban_over` */
export function assertNotOver({ liftedAt, untilAt }: BanRow, now: Date): void {
  if (liftedAt !== null || (untilAt !== null && untilAt <= now)) throw new AppError('ban_over')
}

interface Terms {
  from: Date
  until: Date | null
}

/** The times of a new ban, in the zone of its place. @throws AppError as `readTerms` */
export const readNewTerms = (
  place: Pick<BanPlace, 'timeZone'>,
  given: Pick<BanChanges, 'from' | 'until'>,
  now: Date,
): Terms => readTerms(place, given, { from: now, until: null }, now)

/**
 * The times of a form, in the zone of its place.
 * @throws AppError `time_out_of_range` for an end before the start, or in the past
 */
function readTerms(
  { timeZone }: Pick<BanPlace, 'timeZone'>,
  given: Pick<BanChanges, 'from' | 'until'>,
  otherwise: Terms,
  now: Date,
): Terms {
  const from = given.from === undefined ? otherwise.from : readMoment(given.from, timeZone)
  const end = typeof given.until === 'string' ? readMoment(given.until, timeZone) : given.until
  const until = end === undefined ? otherwise.until : end
  if (until === null) return { from, until }
  const message = 'The end must lie after the begin, and after now.'
  // For a ban that starts now, an earlier end is reported as in the past, not as before the start.
  if (until <= from && from.getTime() !== now.getTime())
    throw new AppError('time_out_of_range', { message, fields: { until: 'end_before_start' } })
  if (until <= now) throw new AppError('time_out_of_range', { message, fields: { until: 'end_in_past' } })
  return { from, until }
}

const isSame = ({ clientId, id }: Pick<BanRow, 'clientId' | 'id'>) => hasValues(bans, { clientId, id })

function toAudited(row: BanRow): AuditedBan {
  return {
    site_id: row.siteId,
    reason: row.reason,
    from: row.fromAt.toISOString(),
    until: row.untilAt?.toISOString() ?? null,
    last_modified: row.lastModified.toISOString(),
  }
}
