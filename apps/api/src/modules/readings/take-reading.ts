import { and, eq, gt, isNull } from 'drizzle-orm'
import { readings } from '../../db/schema/readings.ts'
import type { Transaction } from '../../db/tenancy.ts'

/**
 * Uses up the reading behind a code, once: of two takers at the same moment the second finds nothing.
 * @param taker.by the visit or refused attempt that it is for
 * @returns °C with one decimal; undefined where the site has no live, unused reading under the code
 */
export async function takeReading(
  tx: Transaction,
  { clientId, siteId, code, by }: { clientId: string; siteId: string; code: string; by: string },
  now: Date,
): Promise<number | undefined> {
  const [taken] = await tx
    .update(readings)
    .set({ consumedAt: now, consumedBy: by })
    .where(
      and(
        eq(readings.clientId, clientId),
        eq(readings.siteId, siteId),
        eq(readings.code, code),
        isNull(readings.consumedAt),
        gt(readings.expiresAt, now),
      ),
    )
    .returning({ temperature: readings.temperature })
  return taken?.temperature
}
