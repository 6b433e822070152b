import type { CheckOutRequest } from '@gatehouse/validation/endpoints/check-in'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { recordEvent } from '../../db/outbox.ts'
import { visits } from '../../db/schema/visits.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { timeOfId } from '../../lib/ids.ts'
import type { CheckOutTokens } from './check-out-token.ts'
import { isVisit, leaveSite, lockPresence } from './presence.ts'

/** How far two clocks may be apart: a phone's that took its offset from ours over a slow network, or two nodes'. */
const CLOCK_TOLERANCE_MS = 5000

type Visit = typeof visits.$inferSelect

/**
 * When somebody left: the time they gave, if it lies between their sign-in and now; undefined where it does not. A node's clock may be
 * behind that of the node which wrote the sign-in, so now is never before it.
 * @param times.signedInAt of the visit whose page asks
 * @param times.openSince the sign-in of the visit that ends: the same, or a later one of the stay, of which the page knows nothing
 */
export function departureTime(
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
 * Ends the stay that the visit of a token belongs to, and takes the person off the site: where the person signed in again since, the
 * visit that is open ends. Asked again, by any page of the stay, it answers the same time; a visit that was closed by rule gets the
 * departure that its own person gives.
 * @throws AppError `not_found` for a forged token, `time_out_of_range`
 */
export async function checkOut(
  { db, now }: Pick<Context, 'db' | 'now'>,
  tokens: CheckOutTokens,
  { checkOutToken, time }: CheckOutRequest,
): Promise<{ time: string }> {
  const name = tokens.read(checkOutToken)
  if (!name) throw new AppError('not_found')
  const { clientId } = name.scope
  const signedInAt = timeOfId(name.visitId)
  const asked = new Date(time)

  return withScope(db, name.scope, async (tx) => {
    const [own] = await tx
      .select()
      .from(visits)
      .where(isVisit(clientId, name.visitId, signedInAt))
    if (!own) throw new AppError('not_found')
    const present = await lockPresence(tx, own)
    let last = await getLastOfStayOrThrow(tx, own)
    if (last.endedAs === 'assumed_left' && present && asked >= present.signedInAt) {
      // Who says now that they leave was still there when they signed in again: it was all one stay.
      await supersede(tx, last, present.visitId)
      last = await getLastOfStayOrThrow(tx, last)
    }
    if (last.signedOutAt) return { time: last.signedOutAt.toISOString() }
    const leftAt = departureTime(asked, { signedInAt, openSince: last.signedInAt, now })
    if (!leftAt) throw new AppError('time_out_of_range')
    await leaveSite(tx, last)
    await tx
      .update(visits)
      .set({
        signedOutAt: leftAt,
        endedAs: 'checked_out',
        endedAt: leftAt > now ? leftAt : now,
        endedBy: null,
      })
      .where(isVisit(clientId, last.id, last.signedInAt))
    await recordEvent(tx, {
      clientId,
      type: 'visit.signed_out',
      subject: `site:${last.siteId}`,
      at: now,
      payload: { visit_id: last.id },
    })
    return { time: leftAt.toISOString() }
  })
}

/**
 * The last visit of a stay, from any of its visits on: the one that no other superseded.
 * @throws AppError `not_found` where a superseded visit does not name the next one, so that nobody can tell whether the stay is over
 */
async function getLastOfStayOrThrow(tx: Transaction, { clientId, id, signedInAt }: Visit): Promise<Visit> {
  const [last] = await tx
    .select()
    .from(visits)
    .where(
      and(
        eq(visits.clientId, clientId),
        // The millisecond of a visit's id is its sign-in, and names the partition.
        sql`(${visits.id}, ${visits.signedInAt}) = (
          with recursive stay (id, signed_in_at, next, place) as (
            select id, signed_in_at, superseded_by, 1 from visits
              where client_id = ${clientId} and id = ${id} and signed_in_at = ${signedInAt.toISOString()}::timestamptz
            union all
            select later.id, later.signed_in_at, later.superseded_by, stay.place + 1 from stay join visits later
              on later.client_id = ${clientId} and later.id = stay.next and later.signed_in_at
                = timestamptz 'epoch' + gatehouse_id_milliseconds(stay.next) * interval '1 millisecond')
          select id, signed_in_at from stay order by place desc limit 1)`,
      ),
    )
    .for('update')
  if (!last || last.endedAs === 'superseded') throw new AppError('not_found')
  return last
}

async function supersede(tx: Transaction, { clientId, id, signedInAt }: Visit, by: string): Promise<void> {
  await tx
    .update(visits)
    .set({ endedAs: 'superseded', supersededBy: by })
    .where(isVisit(clientId, id, signedInAt))
}
