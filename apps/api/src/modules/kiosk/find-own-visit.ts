import type { OwnVisit, OwnVisitSearch } from '@gatehouse/validation/endpoints/kiosk'
import { limits, serverLimits } from '@gatehouse/validation/limits'
import { and, desc, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { presence } from '../../db/schema/visits.ts'
import { withReadScope } from '../../db/tenancy.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import type { Bucket } from '../../rate-limits/rate-limit.ts'
import type { CheckOutTokens } from '../check-in/check-out-token.ts'
import type { DeviceTokens } from '../devices/device-tokens.ts'
import { foldName, foldNameInAnyOrder } from '../identity/fold-name.ts'
import type { MethodDirectory } from '../sign-in-methods/queries.ts'
import { isPairedKiosk } from '../sign-in-methods/paired-kiosks.ts'
import { getKioskOrThrow } from './kiosk-reports.ts'

export interface FindOwnVisitDeps {
  methods: MethodDirectory
  checkOutTokens: CheckOutTokens
  deviceTokens: DeviceTokens
}

/**
 * The open visits at the kiosk's site that match the full name and the last digits of the mobile.
 * The name may have any spelling that a person key ignores, or the family name first. Searches
 * without a match are rate-limited, so that digits cannot be guessed; a paired tablet has its own
 * limits.
 * @throws AppError `not_found` for anything but an open kiosk, `too_many_requests`
 */
export async function findOwnVisits(
  ctx: Context,
  { methods, checkOutTokens, deviceTokens }: FindOwnVisitDeps,
  { machineId, firstName, lastName, mobileEnding, kioskToken: token }: OwnVisitSearch,
): Promise<OwnVisit[]> {
  const { method, site } = await getKioskOrThrow(ctx, methods, machineId)
  const typed = { firstName, lastName }
  const name = foldNameInAnyOrder(typed)
  const isPaired = token !== undefined && (await isPairedKiosk(ctx.db, method, deviceTokens.hashOf(token)))
  const buckets: Bucket[] = isPaired
    ? [
        ['ownVisitPerKiosk', token],
        ['ownVisitPerNameAtKiosk', `${token} ${name}`],
      ]
    : [
        ['ownVisitPerNetwork', `${ctx.clientIp} ${machineId}`],
        ['ownVisitPerName', `${machineId} ${name}`],
      ]
  // Taken before the search, so that parallel searches cannot exceed the limit.
  for (const [rule, key] of buckets) await ctx.limits.take(rule, key)
  const open = await withReadScope(ctx.db, method.scope, (tx) =>
    tx
      .select({
        clientId: presence.clientId,
        visitId: presence.visitId,
        firstName: presence.firstName,
        lastName: presence.lastName,
        signedInAt: presence.signedInAt,
      })
      .from(presence)
      .where(
        and(
          hasValues(presence, { clientId: site.clientId, siteId: site.id }),
          sql`right(${presence.mobile}, ${limits.mobileEndingDigits}) = ${mobileEnding}`,
        ),
      )
      .orderBy(desc(presence.signedInAt)),
  )
  // A person with swapped names may share the mobile with one of exactly this name.
  const exact: typeof open = []
  const swapped: typeof open = []
  for await (const visit of takeTurns(open)) {
    if (foldNameInAnyOrder(visit) !== name) continue
    ;(foldName(visit) === foldName(typed) ? exact : swapped).push(visit)
    if (exact.length === serverLimits.ownVisits) break
  }
  const found = [...exact, ...swapped].slice(0, serverLimits.ownVisits)
  if (found.length > 0) for (const [rule, key] of buckets) await ctx.limits.refund(rule, key)
  return found.map((visit) => ({
    firstName: visit.firstName,
    lastInitial: `${firstCharacter(visit.lastName)}.`,
    signedInAt: visit.signedInAt.toISOString(),
    checkOutToken: checkOutTokens.ofFound(visit, isPaired),
  }))
}

/** Includes combining marks. */
function firstCharacter(text: string): string {
  for (const { segment } of new Intl.Segmenter().segment(text)) return segment
  return ''
}
