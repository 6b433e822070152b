import { and, eq, gt, isNull } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { readings } from '../../db/schema/readings.ts'
import type { Transaction } from '../../db/tenancy.ts'

interface Site {
  clientId: string
  siteId: string
}

const isLive = ({ clientId, siteId }: Site, now: Date) =>
  and(hasValues(readings, { clientId, siteId }), isNull(readings.consumedAt), gt(readings.expiresAt, now))

/**
 * Uses up the reading behind a code. It works once: the second of two concurrent callers finds
 * nothing.
 * @param by the id of the visit or refused attempt
 * @returns °C with one decimal; undefined where the site has no live, unused reading under the code
 */
export async function consumeReading(
  tx: Transaction,
  { code, by, ...site }: Site & { code: string; by: string },
  now: Date,
): Promise<number | undefined> {
  const [consumed] = await tx
    .update(readings)
    .set({ consumedAt: now, consumedBy: by })
    .where(and(isLive(site, now), eq(readings.code, code)))
    .returning({ temperature: readings.temperature })
  return consumed?.temperature
}

/** How many codes are valid at a site. */
export function countLiveReadings(tx: Transaction, site: Site, now: Date): Promise<number> {
  return tx.$count(readings, isLive(site, now))
}
