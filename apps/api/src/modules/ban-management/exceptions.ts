import type { Ban, NewBanException } from '@gatehouse/validation/endpoints/bans'
import { and, isNull, lte } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { hasValues } from '../../db/has-values.ts'
import { recordNotices } from '../../db/outbox.ts'
import { banExceptions } from '../../db/schema/bans.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { notifyOfDecision } from '../notifications/notify.ts'
import { findManagedSites } from '../sites/queries.ts'
import { assertNotOver, lockBan } from './change-ban.ts'
import { lastAskedInTime, readBan, stateOf } from './queries.ts'

/**
 * Requests that a banned person may enter one site. The Managers of the site are notified.
 * @throws AppError `not_found` also for a site at which the ban does not apply, `conflict` where a
 * request exists already, `ban_over`
 */
export function askBanException(
  { db, actor, now }: Context<StaffActor>,
  banId: string,
  { site_id: siteId, hours, reason }: NewBanException,
): Promise<Ban> {
  const reader = { actor, now }
  return withScope(db, actor.scope, async (tx) => {
    const { ban } = await lockBan(tx, actor, 'see', banId)
    const { clientId } = ban
    const managed = await findManagedSites(tx, actor, [siteId], clientId)
    if (managed.size === 0 || (ban.siteId !== null && ban.siteId !== siteId))
      throw new AppError('not_found', { fields: { site_id: 'site_unknown' } })
    assertNotOver(ban, now)
    await endUndecided(tx, { clientId, banId, siteId }, now)
    const [row] = await tx
      .insert(banExceptions)
      .values({ clientId, id: newId(now), banId, siteId, reason, hours, askedBy: actor.userId, askedAt: now })
      .onConflictDoNothing()
      .returning({ id: banExceptions.id })
    if (!row) throw new AppError('conflict')
    await recordNotices(tx, [
      { clientId, event: 'ban_exception', subject: row.id, at: now, payload: { site: siteId } },
    ])
    await recordAudit(tx, {
      ...auditOf(reader, 'ban.exception_asked', 'ban', ban),
      details: { site_id: siteId, hours, reason },
    })
    return readBan(tx, reader, banId)
  })
}

/** Grants, refuses or ends an exception. The requester can withdraw the request, not grant it. */
export function decideBanException(
  { db, actor, now }: Context<StaffActor>,
  { id: banId, exceptionId }: { id: string; exceptionId: string },
  { granted }: { granted: boolean },
): Promise<Ban> {
  const reader = { actor, now }
  return withScope(db, actor.scope, async (tx) => {
    const { ban } = await lockBan(tx, actor, 'see', banId)
    const [exception] = await tx
      .select()
      .from(banExceptions)
      .where(hasValues(banExceptions, { clientId: ban.clientId, banId, id: exceptionId }))
    const managed = exception && (await findManagedSites(tx, actor, [exception.siteId], ban.clientId))
    if (!exception || managed?.size !== 1) throw new AppError('not_found')
    const state = stateOf(exception, now)
    const isEnd = state === 'granted' && !granted
    if (state !== 'waiting' && !isEnd) throw new AppError('wrong_status')
    if (granted) {
      assertNotOver(ban, now)
      if (exception.askedBy === actor.userId || ban.userId === actor.userId)
        throw new AppError('second_person_required')
    }
    const untilAt = granted ? new Date(now.getTime() + exception.hours * HOUR_MS) : null
    await tx
      .update(banExceptions)
      .set(
        isEnd ? { untilAt: now } : { isGranted: granted, decidedBy: actor.userId, decidedAt: now, untilAt },
      )
      .where(hasValues(banExceptions, { clientId: ban.clientId, id: exceptionId }))
    const action = granted ? 'ban.exception_granted' : isEnd ? 'ban.exception_ended' : 'ban.exception_refused'
    await recordAudit(tx, {
      ...auditOf(reader, action, 'ban', ban),
      details: { site_id: exception.siteId, hours: exception.hours },
    })
    const { clientId, siteId, askedBy } = exception
    if (askedBy !== actor.userId)
      await notifyOfDecision(tx, {
        clientId,
        userId: askedBy,
        deciderId: actor.userId,
        siteId,
        kind: granted ? 'ban_exception_granted' : isEnd ? 'ban_exception_ended' : 'ban_exception_refused',
        untilAt,
        at: now,
      })
    return readBan(tx, reader, banId)
  })
}

/** Closes an earlier request that expired undecided, so that a new one can be made. */
async function endUndecided(
  tx: Transaction,
  { clientId, banId, siteId }: { clientId: string; banId: string; siteId: string },
  now: Date,
): Promise<void> {
  await tx
    .update(banExceptions)
    .set({ isGranted: false, decidedAt: now })
    .where(
      and(
        hasValues(banExceptions, { clientId, banId, siteId }),
        isNull(banExceptions.isGranted),
        lte(banExceptions.askedAt, lastAskedInTime(now)),
      ),
    )
}
