import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import type { CheckOutRequest } from '@gatehouse/validation/endpoints/check-in'
import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { recordCorrections } from '../../db/record-corrections.ts'
import { logCorrections } from '../../db/schema/log-entries.ts'
import { clients } from '../../db/schema/clients.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { sites } from '../../db/schema/sites.ts'
import { visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { banAt, findBans } from '../bans/find-ban.ts'
import type { BanKeys } from '../identity/person-key.ts'
import type { CheckInDeps } from './attempt.ts'
import { type CheckOutTokens, withVisit } from './check-out-token.ts'
import { hasOtherPhone } from './other-phone.ts'
import {
  assumedLeftAt,
  endVisit,
  enterAgain,
  isVisit,
  lockPresence,
  recordReturns,
  reopened,
  type VisitKey,
} from './presence.ts'

/** How far two clocks may differ: of server and phone over a slow network, or of two nodes. */
const CLOCK_TOLERANCE_MS = 5000

type Visit = typeof visits.$inferSelect

/**
 * The requested time if it is between the sign-in and now; otherwise undefined. The clock of this
 * node may be behind the one that wrote the sign-in.
 * @param times.signedInAt the sign-in of the page's visit
 * @param times.openSince the sign-in of the visit to end: the same, or a later one of the stay
 */
export function checkOutTime(
  asked: Date,
  times: { signedInAt: Date; openSince: Date; now: Date },
): Date | undefined {
  const earliest = times.openSince.getTime()
  const latest = Math.max(times.now.getTime(), times.signedInAt.getTime(), earliest)
  const time = asked.getTime()
  if (asked < times.signedInAt || time < earliest - CLOCK_TOLERANCE_MS) return undefined
  if (time > latest + CLOCK_TOLERANCE_MS) return undefined
  return new Date(Math.min(Math.max(time, earliest), latest))
}

/**
 * Ends the stay that the token's visit belongs to. Idempotent: a repeated check-out, from any page
 * of the stay, returns the same time. A visit closed by a rule gets the visitor's own time; one
 * ended by staff keeps theirs, and the log notes both.
 * @throws AppError `not_found` for a forged token, `time_out_of_range`
 */
export async function checkOut(
  { db, now }: Pick<Context, 'db' | 'now'>,
  tokens: CheckOutTokens,
  { checkOutToken, time }: CheckOutRequest,
): Promise<{ time: string }> {
  const asked = new Date(time)
  const named = tokens.readToCheckOut(checkOutToken)
  return withVisit(db, named, async (tx, own) => {
    const { clientId, signedInAt } = own
    const present = await lockPresence(tx, own)
    let last = await getLastOfStayOrThrow(tx, own)
    // It is unknown whether the phone that began an open stay has a pass of an earlier one.
    let isOfEarlierStay = false
    if (last.endedAs === 'assumed_left' && present && asked >= present.signedInAt) {
      // The visitor was still on site at the second sign-in, so both visits belong to one stay.
      await supersede(tx, last, present.visitId)
      await recordKnownDeparture(tx, last, null, now)
      last = await getLastOfStayOrThrow(tx, last)
      isOfEarlierStay = true
    }
    if (last.signedOutAt) {
      const isRepeated = asked.getTime() === last.signedOutAt.getTime()
      const isNewDeparture = present && asked >= present.signedInAt && !isRepeated
      if (!isNewDeparture) {
        if (isToldByStaff(last) && !present) await confirmDeparture(tx, last, now)
        return { time: ((await findDepartureAt(tx, last, asked)) ?? last.signedOutAt).toISOString() }
      }
      // A time after the next sign-in is not a repeated request: it ends the open stay.
      last = await getLastOfStayOrThrow(tx, { clientId, id: present.visitId, signedInAt: present.signedInAt })
      isOfEarlierStay = true
    }
    const leftAt = checkOutTime(asked, { signedInAt, openSince: last.signedInAt, now })
    if (!leftAt) {
      const message = 'The check-out time must be between your sign-in and now.'
      throw new AppError('time_out_of_range', { message })
    }
    const endedAt = leftAt > now ? leftAt : now
    const isOfPhone = own.source === 'phone' || own.source === 'device'
    const leftByOtherPhone =
      isOfEarlierStay ||
      own.otherPhone ||
      (named?.isByAnybody === true && isOfPhone) ||
      (await hasOtherPhone(tx, last))
    const ending = { endedAs: 'checked_out', signedOutAt: leftAt, endedBy: null, leftByOtherPhone } as const
    await endVisit(tx, last, { ...ending, endedAt })
    await recordKnownDeparture(tx, last, leftAt, now)
    return { time: leftAt.toISOString() }
  })
}

type StayEnd = OutputOf<'findStayEnd'>

/**
 * Whether and how the stay of a token's visit ended with a departure.
 * @throws AppError `not_found` for a forged token
 */
export async function findStayEnd(
  { db }: Pick<Context, 'db'>,
  tokens: CheckOutTokens,
  checkOutToken: string,
): Promise<StayEnd> {
  return withVisit(db, tokens.read(checkOutToken), async (tx, own) => {
    const [last] = await tx.select().from(visits).where(isLastOfStay(own))
    if (!last) throw new AppError('not_found')
    return toStayEnd(last)
  })
}

/** Empty while the stay is open: it would reveal that the mobile belongs to someone on site. */
const toStayEnd = ({ signedOutAt, leftByOtherPhone }: Visit): StayEnd => ({
  leftAt: signedOutAt?.toISOString() ?? null,
  byOtherPhone: signedOutAt !== null && leftByOtherPhone,
})

/**
 * Undoes a departure: the person is on site again. Every phone that signed in may do so, because
 * searching for a person who has left is better than missing one who is still inside.
 * @throws AppError `not_found` for a forged token, `wrong_status` for any other departure, and
 * where the person could not sign in any more
 */
export async function undoDeparture(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { checkOutTokens, banKeys }: Pick<CheckInDeps, 'checkOutTokens' | 'banKeys'>,
  checkOutToken: string,
): Promise<StayEnd> {
  return withVisit(db, checkOutTokens.read(checkOutToken), async (tx, own) => {
    const present = await lockPresence(tx, own)
    const last = await getLastOfStayOrThrow(tx, own)
    // A duplicate request may have been faster.
    if (present || last.endedAs === null) return toStayEnd(last)
    const { signedOutAt } = last
    const { byOtherPhone } = toStayEnd(last)
    if (
      !byOtherPhone ||
      !signedOutAt ||
      now.getTime() - (last.endedAt ?? signedOutAt).getTime() > DAY_MS ||
      last.anonymisedAt ||
      !(await mayReturn(tx, last, banKeys, now))
    )
      throw new AppError('wrong_status')
    if ((await enterAgain(tx, [last])).size > 0) {
      await tx
        .update(visits)
        .set(reopened)
        .where(isVisit(last.clientId, last.id, last.signedInAt))
      await recordReturns(tx, [last], null, now)
    }
    return { leftAt: null, byOtherPhone: false }
  })
}

/**
 * Whether the person could still sign in: the site and client are open, no ban is active, and no
 * sign-in was refused since the departure.
 */
async function mayReturn(tx: Transaction, visit: Visit, banKeys: BanKeys, now: Date): Promise<boolean> {
  const { clientId, siteId, personKey, userId, signedOutAt } = visit
  const [place] = await tx
    .select({ id: sites.id })
    .from(sites)
    .innerJoin(clients, eq(clients.id, sites.clientId))
    .where(and(hasValues(sites, { clientId, id: siteId, status: 'active' }), eq(clients.enabled, true)))
  if (!place) return false
  const keys = visit.mobile ? banKeys(clientId, { ...visit, mobile: visit.mobile }) : []
  if (banAt(await findBans(tx, clientId, { keys, userId, now }), siteId) !== null) return false
  const refused = await tx
    .select({ id: refusedAttempts.id })
    .from(refusedAttempts)
    .where(
      and(
        hasValues(refusedAttempts, { clientId, siteId, personKey }),
        gt(refusedAttempts.attemptedAt, signedOutAt ?? now),
      ),
    )
    .limit(1)
  return refused.length === 0
}

/** The departure at exactly this time in another stay of the person: the request is a duplicate. */
async function findDepartureAt(tx: Transaction, own: Visit, time: Date): Promise<Date | undefined> {
  const [visit] = await tx
    .select({ signedOutAt: visits.signedOutAt })
    .from(visits)
    .where(
      and(
        hasValues(visits, { clientId: own.clientId, siteId: own.siteId, personKey: own.personKey }),
        gt(visits.signedInAt, new Date(own.signedInAt.getTime() - CLOCK_TOLERANCE_MS)),
        lte(visits.signedInAt, time),
        eq(visits.signedOutAt, time),
      ),
    )
    .limit(1)
  return visit?.signedOutAt ?? undefined
}

/** Whether the stay of a visit has no end, neither reported nor assumed by a rule. */
export async function isStayOpen(tx: Transaction, visit: VisitKey): Promise<boolean> {
  const [last] = await tx.select({ endedAs: visits.endedAs }).from(visits).where(isLastOfStay(visit))
  return last?.endedAs === null
}

/**
 * The last visit of the stay that a visit belongs to: the one that is not superseded.
 * @throws AppError `not_found` where a superseded visit does not name the next one
 */
async function getLastOfStayOrThrow(tx: Transaction, visit: VisitKey): Promise<Visit> {
  const [last] = await tx.select().from(visits).where(isLastOfStay(visit)).for('update')
  if (!last || last.endedAs === 'superseded') throw new AppError('not_found')
  return last
}

/** Follows `superseded_by` from this visit to the last one. */
function isLastOfStay({ clientId, id, signedInAt }: VisitKey): SQL | undefined {
  return and(
    eq(visits.clientId, clientId),
    // A visit's id contains the time of its sign-in.
    sql`(${visits.id}, ${visits.signedInAt}) = (
      with recursive stay (id, signed_in_at, next, place) as (
        select id, signed_in_at, superseded_by, 1 from visits
          where client_id = ${clientId} and id = ${id} and signed_in_at = ${signedInAt.toISOString()}::timestamptz
        union all
        select later.id, later.signed_in_at, later.superseded_by, stay.place + 1 from stay join visits later
          on later.client_id = ${clientId} and later.id = stay.next and later.signed_in_at
            = timestamptz 'epoch' + gatehouse_id_milliseconds(stay.next) * interval '1 millisecond')
      select id, signed_in_at from stay order by place desc limit 1)`,
  )
}

async function supersede(tx: Transaction, { clientId, id, signedInAt }: Visit, by: string): Promise<void> {
  await tx
    .update(visits)
    .set({ endedAs: 'superseded', supersededBy: by })
    .where(isVisit(clientId, id, signedInAt))
}

/** Whether the departure may come from staff: they ended the visit, or corrected a rule's end. */
const isToldByStaff = (visit: Visit) => visit.endedAs === 'by_staff' || visit.assumedLeftAt !== null

/** Records once that the visitor reports the same departure as staff. */
async function confirmDeparture(tx: Transaction, visit: Visit, now: Date): Promise<void> {
  const [latest] = await tx
    .select({ at: logCorrections.at, by: logCorrections.correctedBy })
    .from(logCorrections)
    .where(hasValues(logCorrections, { clientId: visit.clientId, visitId: visit.id }))
    .orderBy(desc(logCorrections.at), desc(logCorrections.id))
    .limit(1)
  if (latest?.by === null) return
  // Always after the staff's correction, even if the clock of this node is behind.
  const at = new Date(Math.max(now.getTime(), latest ? latest.at.getTime() + 1 : 0))
  await recordCorrections(tx, [{ visit, at, by: null, before: {}, after: {} }])
}

/** Records both departures in the log: the one that a rule assumed and the visitor's own. */
async function recordKnownDeparture(
  tx: Transaction,
  visit: Visit,
  leftAt: Date | null,
  now: Date,
): Promise<void> {
  const assumedAt = assumedLeftAt(visit)
  if (assumedAt === null) return
  const [before, after] = [
    { signed_out_at: null, assumed_left_at: assumedAt },
    { signed_out_at: leftAt?.toISOString() ?? null, assumed_left_at: null },
  ]
  await recordCorrections(tx, [{ visit, at: now, by: null, before, after }])
}
