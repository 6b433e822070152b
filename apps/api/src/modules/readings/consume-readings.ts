import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { readings } from '../../db/schema/readings.ts'
import type { Transaction } from '../../db/tenancy.ts'

interface Site {
  clientId: string
  siteId: string
}

/** A code; `after` demands a reading that was made after that moment. */
export interface ReadingCode {
  code: string
  after?: Date
}

const isLive = ({ clientId, siteId }: Site, now: Date) =>
  and(
    eq(readings.clientId, clientId),
    eq(readings.siteId, siteId),
    isNull(readings.consumedAt),
    gt(readings.expiresAt, now),
  )

/**
 * Uses up the readings behind codes. Each works once: of two callers at the same moment the second finds nothing. All codes have to be
 * valid, or none is used up.
 * @param consumer.codes all different
 * @param consumer.by the id of the visit or refused attempt
 * @returns °C with one decimal, of the newest reading; undefined where the site has no live, unused reading under one of the codes
 */
export async function consumeReadings(
  tx: Transaction,
  { codes, by, ...site }: Site & { codes: readonly ReadingCode[]; by: string },
  now: Date,
): Promise<number | undefined> {
  const isOne = codes.map(({ code, after }) =>
    and(eq(readings.code, code), after && gt(readings.createdAt, after)),
  )
  const consumed = await tx
    .update(readings)
    .set({ consumedAt: now, consumedBy: by })
    .where(and(isLive(site, now), or(...isOne)))
    .returning({ temperature: readings.temperature, takenAt: readings.takenAt })
  if (consumed.length === codes.length)
    return consumed.toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime())[0]?.temperature
  // The same statement runs whether one of two codes was right or none, so the time does not reveal it.
  if (codes.length > 1) {
    await tx
      .update(readings)
      .set({ consumedAt: null, consumedBy: null })
      .where(
        and(
          eq(readings.clientId, site.clientId),
          eq(readings.siteId, site.siteId),
          eq(readings.consumedBy, by),
          or(...isOne),
        ),
      )
  }
  return undefined
}

/** How many codes are valid at a site, and how many of them belong to readings made after a moment. */
export async function countLiveReadings(
  tx: Transaction,
  site: Site,
  now: Date,
  after: Date = now,
): Promise<{ live: number; newer: number }> {
  const [row] = await tx
    .select({
      live: count(),
      newer: sql<number>`count(*) filter (where ${gt(readings.createdAt, after)})`.mapWith(Number),
    })
    .from(readings)
    .where(isLive(site, now))
  return row ?? { live: 0, newer: 0 }
}
