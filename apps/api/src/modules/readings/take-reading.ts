import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { readings } from '../../db/schema/readings.ts'
import type { Transaction } from '../../db/tenancy.ts'

interface Site {
  clientId: string
  siteId: string
}

/** A code, and where it has to be of a reading made after some moment, that. */
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
 * Uses up the readings behind codes, once: of two takers at the same moment the second finds nothing. All of the codes have to be
 * good, or nothing is used up.
 * @param taker.codes different ones
 * @param taker.by the visit or refused attempt that it is for
 * @returns °C with one decimal, of the newest reading; undefined where the site has no live, unused reading under one of the codes
 */
export async function takeReadings(
  tx: Transaction,
  { codes, by, ...site }: Site & { codes: readonly ReadingCode[]; by: string },
  now: Date,
): Promise<number | undefined> {
  const isOne = codes.map(({ code, after }) =>
    and(eq(readings.code, code), after && gt(readings.createdAt, after)),
  )
  const taken = await tx
    .update(readings)
    .set({ consumedAt: now, consumedBy: by })
    .where(and(isLive(site, now), or(...isOne)))
    .returning({ temperature: readings.temperature, takenAt: readings.takenAt })
  if (taken.length === codes.length)
    return taken.toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime())[0]?.temperature
  // With one code of two the same is done as with none: the time it takes says nothing of the other.
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

/** How many codes are good at a site, and how many of them are of readings made after a moment. */
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
