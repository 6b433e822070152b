import type { CheckOutRequest } from '@gatehouse/validation/endpoints/check-in'
import { and, eq, or, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { recordEvent } from '../../db/outbox.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { timeOfId } from '../../lib/ids.ts'
import type { CheckOutTokens } from './check-out-token.ts'
import { isVisit } from './presence.ts'

/** How far a phone that took its offset from our clock may still be ahead of it: a slow round trip. */
const CLOCK_TOLERANCE_MS = 5000

/**
 * When somebody left: the time they gave, if it lies between their sign-in and now; undefined where it does not.
 */
export function clampCheckOut(asked: Date, signedInAt: Date, now: Date): Date | undefined {
  if (asked < signedInAt || asked.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) return undefined
  return asked > now ? now : asked
}

/**
 * Ends the visit that a token names, and takes the person off the site. Asked again it answers the same time; a visit that
 * was closed by rule gets the departure that its own person gives.
 * @throws AppError `not_found` for a forged token, `time_out_of_range`
 */
export async function checkOut(
  { db, now }: Pick<Context, 'db' | 'now'>,
  tokens: CheckOutTokens,
  { checkOutToken, time }: CheckOutRequest,
): Promise<{ time: string }> {
  const name = tokens.read(checkOutToken)
  if (!name) throw new AppError('not_found')
  const { scope, visitId } = name
  const { clientId } = scope
  const signedInAt = timeOfId(visitId)

  return withScope(db, scope, async (tx) => {
    const [visit] = await tx
      .select()
      .from(visits)
      .where(isVisit(clientId, visitId, signedInAt))
    if (!visit) throw new AppError('not_found')
    const leftAt = clampCheckOut(new Date(time), signedInAt, now)
    // The presence row is taken first, as a sign-in does: the two never wait for each other in a ring.
    await tx
      .delete(presence)
      .where(
        and(
          eq(presence.clientId, clientId),
          eq(presence.siteId, visit.siteId),
          eq(presence.personKey, visit.personKey),
          eq(presence.visitId, visitId),
        ),
      )
    const [ended] = await tx
      .update(visits)
      .set({ signedOutAt: leftAt ?? now, endedAs: 'checked_out', endedAt: now, endedBy: null })
      .where(
        and(
          isVisit(clientId, visitId, signedInAt),
          or(isNull(visits.endedAs), eq(visits.endedAs, 'assumed_left')),
        ),
      )
      .returning({ siteId: visits.siteId })
    if (!ended) return { time: await endOf(tx, clientId, visitId, signedInAt) }
    if (!leftAt) throw new AppError('time_out_of_range')
    await recordEvent(tx, {
      clientId,
      type: 'visit.signed_out',
      subject: `site:${ended.siteId}`,
      at: now,
      payload: { visit_id: visitId },
    })
    return { time: leftAt.toISOString() }
  })
}

async function endOf(
  tx: Parameters<Parameters<typeof withScope>[2]>[0],
  clientId: string,
  visitId: string,
  signedInAt: Date,
): Promise<string> {
  const [visit] = await tx
    .select({ signedOutAt: visits.signedOutAt, endedAt: visits.endedAt })
    .from(visits)
    .where(isVisit(clientId, visitId, signedInAt))
  return (visit?.signedOutAt ?? visit?.endedAt ?? signedInAt).toISOString()
}
