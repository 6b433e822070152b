import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { rateRules } from '@gatehouse/validation/limits'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { hasValues } from '../../db/has-values.ts'
import { recordMails, recordNotices } from '../../db/outbox.ts'
import { musters } from '../../db/schema/musters.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { secondsUntilToken } from '../../rate-limits/buckets.ts'
import type { RateLimits } from '../../rate-limits/rate-limit.ts'
import { lockSite } from '../sites/site-list.ts'
import { correctTime, type HandIn, type HandInTokens } from './hand-in-tokens.ts'
import { findHeld, isMuster, type MusterRow, readMuster, toMuster } from './queries.ts'
import { countAtEnd } from './read-marks.ts'
import { readState, updateRoll, writeRoll } from './roll.ts'

/** The most wardens of a site who are sent the roll. */
const MAILED_WARDENS = 200

/**
 * Starts a muster of a site, or joins the one that is running there or was held while the phone was
 * offline. Starting a real muster during a drill turns the drill into a real one. A muster that is
 * already over notifies nobody. The token tells who started it on the phone.
 * @throws AppError `not_found`; `muster_over` for one that ended too long ago for its marks;
 *   `too_many_requests` for many past ones
 */
export function startMuster(
  { db, actor, now, limits }: Context<StaffActor>,
  tokens: HandInTokens,
  input: InputOf<'startMuster'>['body'],
): Promise<Muster> {
  return withScope(db, actor.scope, async (tx) => {
    // The lock serializes concurrent starts.
    const site = await lockSite(tx, actor, 'see', input.site_id)
    if (site.status !== 'active') throw new AppError('not_found')
    const startedBy = starterOf(site, tokens.read(input.hand_in_token ?? '', now)) ?? actor.userId
    const { startedAt, endedAt } = timesOf(input, now)
    const isOver = endedAt !== undefined
    const held = await findHeld(tx, site, { since: startedAt, latest: endedAt, isDrill: input.drill, isOver })
    const isDrillOnly = held?.drill && !input.drill && !held.endedAt
    if (held && (!isDrillOnly || (await makeReal(tx, limits, held, actor, { startedAt, now }))))
      return toMuster(await readMuster(tx, isMuster(held)))
    if (isOver) await limitPast(tx, limits, `${site.id} ${actor.userId}`)
    const started = { actor, startedBy, now, startedAt, endedAt, drill: input.drill }
    const id = await createMuster(tx, limits, site, started)
    return toMuster(await readMuster(tx, isMuster({ clientId: site.clientId, id })))
  })
}

function timesOf(
  { started_at: startedAt, ended_at: endedAt, sent_at: sentAt }: InputOf<'startMuster'>['body'],
  now: Date,
): { startedAt: Date; endedAt?: Date } {
  if (!startedAt) return { startedAt: now }
  const ago = (hours: number) => now.getTime() - hours * HOUR_MS
  const start = correctTime(startedAt, sentAt, now).getTime()
  const { startedHours, lateHours } = musterLimits
  if (!endedAt) return { startedAt: new Date(Math.max(ago(startedHours), start)) }
  const end = correctTime(endedAt, sentAt, now).getTime()
  if (end < ago(lateHours)) throw new AppError('muster_over')
  const earliest = ago(lateHours + startedHours)
  return { startedAt: new Date(Math.max(earliest, Math.min(start, end))), endedAt: new Date(end) }
}

/**
 * Limits how many past musters a person records at a site. The site must be locked.
 * @throws AppError `too_many_requests`
 */
async function limitPast(tx: Transaction, limits: RateLimits, key: string): Promise<void> {
  const [left = 0] = await limits.peek(tx, [['pastMusters', key]])
  const rule = rateRules.pastMusters
  const retryAfterSeconds = secondsUntilToken(rule, left)
  if (retryAfterSeconds > 0)
    throw new AppError('too_many_requests', {
      message: `You have recorded ${rule.burst} past musters at this site. Try again later.`,
      retryAfterSeconds,
    })
  await limits.charge(tx, [['pastMusters', key, 1]])
}

/** The user of a token for the site. */
function starterOf({ clientId, id }: OfSite, token: HandIn | undefined): string | undefined {
  const isOfSite = token && 'siteId' in token && token.clientId === clientId && token.siteId === id
  return isOfSite && !token.isTooOld ? token.userId : undefined
}

interface Start {
  actor: StaffActor
  startedBy: string
  now: Date
  startedAt: Date
  endedAt: Date | undefined
  drill: boolean
}

type OfSite = { clientId: string; id: string }

/** Creates a muster. One that was over before the server received it is only recorded. */
async function createMuster(
  tx: Transaction,
  limits: RateLimits,
  { clientId, id: siteId }: OfSite,
  { actor, startedBy, now, startedAt, endedAt, drill }: Start,
): Promise<string> {
  const id = newId(now)
  const muster = { clientId, id, siteId, drill, startedAt, startedBy, createdAt: now, version: 1 }
  const ended = endedAt && { endedAt, endedBy: startedBy, safe: 0, missing: 0, total: 0 }
  await tx.insert(musters).values({ ...muster, ...ended, ...(await readState(tx)) })
  await writeRoll(tx, muster, 1, now, endedAt)
  const counts = endedAt && (await countAtEnd(tx, muster))
  if (counts) await tx.update(musters).set(counts).where(isMuster(muster))
  await recordAudit(tx, {
    ...auditOf({ actor, now }, endedAt ? 'muster.ended' : 'muster.started', 'muster', { clientId, id }),
    details: { site: siteId, drill, ...counts, ...(startedBy !== actor.userId && { user_id: startedBy }) },
  })
  if (endedAt) return id
  await tellWardens(tx, muster, drill, now)
  await mailRoll(tx, limits, muster, now)
  return id
}

/**
 * Turns a drill into a real muster. An offline phone may have known earlier that it is real.
 * @returns false where the drill has ended in the meantime
 */
async function makeReal(
  tx: Transaction,
  limits: RateLimits,
  drill: MusterRow,
  actor: StaffActor,
  { startedAt, now }: Pick<Start, 'startedAt' | 'now'>,
): Promise<boolean> {
  // Adding marks and ending the drill also increment the version.
  const [muster] = await tx.select().from(musters).where(isMuster(drill)).for('update')
  if (!muster || muster.endedAt) return false
  const version = (await updateRoll(tx, muster, now)) + 1
  const becameRealAt = new Date(Math.max(muster.startedAt.getTime(), startedAt.getTime()))
  await tx.update(musters).set({ drill: false, becameRealAt, version }).where(isMuster(muster))
  await recordAudit(tx, {
    ...auditOf({ actor, now }, 'muster.started', 'muster', muster),
    details: { site: muster.siteId, before: { drill: true }, after: { drill: false } },
  })
  await tellWardens(tx, muster, false, now)
  await mailRoll(tx, limits, { ...muster, drill: false }, now)
  return true
}

function tellWardens(
  tx: Transaction,
  { clientId, id, siteId }: Pick<MusterRow, 'clientId' | 'id' | 'siteId'>,
  drill: boolean,
  now: Date,
): Promise<void> {
  const event = drill ? 'drill_started' : 'muster_started'
  return recordNotices(tx, [{ clientId, event, subject: id, at: now, payload: { site: siteId } }])
}

/**
 * Emails the roll to the wardens of the site, in case everything else fails. At most once within
 * some minutes, but the email of a drill doesn't hold back that of a real muster.
 */
async function mailRoll(
  tx: Transaction,
  limits: RateLimits,
  { clientId, id, siteId, drill }: Pick<MusterRow, 'clientId' | 'id' | 'siteId' | 'drill'>,
  now: Date,
): Promise<void> {
  const bucket = ['musterRolls', `${siteId} ${drill}`] as const
  const [left = 0] = await limits.peek(tx, [bucket])
  if (left < 1) return
  await limits.charge(tx, [[...bucket, 1]])
  const wardens = await tx
    .selectDistinct({ id: users.id, email: users.email })
    .from(users)
    .innerJoin(accessEntries, hasValues(accessEntries, { clientId: users.clientId, userId: users.id }))
    .where(
      and(
        hasValues(users, { clientId, status: 'active' }),
        eq(accessEntries.siteId, siteId),
        inArray(accessEntries.userType, ['Manager', 'Staff']),
      ),
    )
    .orderBy(users.id)
    .limit(MAILED_WARDENS)
  await recordMails(
    tx,
    wardens.map((warden) => ({
      clientId,
      type: 'mail.muster_roll' as const,
      subject: warden.id,
      recipient: warden.email,
      at: now,
      payload: { muster_id: id },
    })),
  )
}
