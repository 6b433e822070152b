import { randomInt } from 'node:crypto'
import { limits, serverLimits } from '@gatehouse/validation/limits'
import { isMethodKey } from '@gatehouse/validation/method-key'
import { isNull, lte, and, eq, gt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { findMethodById, findMethodByKey, type FoundMethod } from '../../db/tenant-lookups.ts'
import { readings } from '../../db/schema/readings.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { findOpenMethod } from '../sign-in-methods/queries.ts'
import { hasValues } from '../../db/has-values.ts'

/** A measurement: the method by id or public key, the °C, and the time (default: now). */
export type NewReading = ({ methodId: string } | { key: string }) & { temperature: number; at?: Date }

export type ReadingFault = 'unknown_method' | 'not_measuring' | 'implausible' | 'too_late'

/** A reading that is not stored. `fault` has the reason. */
export class ReadingRefusedError extends Error {
  override readonly name = 'ReadingRefusedError'
  readonly fault: ReadingFault

  constructor(fault: ReadingFault) {
    super(`A reading was refused: ${fault}`)
    this.fault = fault
  }
}

const LIFE_MS = serverLimits.readingMinutes * 60_000
/** With a thousand live codes at a site, one draw in a thousand hits one of them. */
const MAX_DRAWS = 20

/**
 * Stores a measurement. Its six-digit code signs in one person at the site of the method until
 * `expiresAt`. The temperature is rounded to one decimal; a time in the future counts as now.
 * @throws ReadingRefusedError for a method that is unknown, closed or does not measure, an
 *   implausible temperature, or a reading older than the lifetime of its code
 */
export async function recordReading(
  { db, now }: Pick<Context, 'db' | 'now'>,
  reading: NewReading,
  draw: () => string = drawCode,
): Promise<{ code: string; expiresAt: Date }> {
  const measured = checkMeasurement(reading, now)
  const found = await findMethod(db, reading)
  if (!found) throw new ReadingRefusedError('unknown_method')
  return withScope(db, found.scope, (tx) => storeReading(tx, found, measured, now, draw))
}

/** The same for a known method, in the transaction of the caller. */
export function recordReadingAt(
  tx: Transaction,
  found: FoundMethod,
  measurement: Measurement,
  now: Date,
): Promise<{ code: string; expiresAt: Date }> {
  return storeReading(tx, found, checkMeasurement(measurement, now), now, drawCode)
}

interface Measurement {
  temperature: number
  at?: Date
}

/**
 * Stores a measurement together with the sign-in that uses it, so that no code is needed and none
 * can be outdated.
 * @param used.by the id of the visit or refused attempt
 * @returns °C with one decimal
 * @throws ReadingRefusedError `implausible`
 */
export async function recordUsedReading(
  tx: Transaction,
  { method, site }: { method: { id: string }; site: { clientId: string; id: string } },
  { temperature: measured, at, by }: { temperature: number; at: Date; by: string },
): Promise<number> {
  const temperature = plausible(measured)
  await tx.insert(readings).values({
    clientId: site.clientId,
    id: newId(at),
    siteId: site.id,
    methodId: method.id,
    code: drawCode(),
    temperature,
    takenAt: at,
    expiresAt: new Date(at.getTime() + LIFE_MS),
    consumedAt: at,
    consumedBy: by,
    createdAt: at,
  })
  return temperature
}

/** @returns °C with one decimal @throws ReadingRefusedError `implausible` */
function plausible(measured: number): number {
  const temperature = Math.round(measured * 10) / 10
  const { min, max } = limits.readingCelsius
  // Written so that NaN is refused too.
  if (!(temperature >= min && temperature <= max)) throw new ReadingRefusedError('implausible')
  return temperature
}

function checkMeasurement({ temperature: measured, at }: Measurement, now: Date) {
  const temperature = plausible(measured)
  const takenAt = at && at < now ? at : now
  const expiresAt = new Date(takenAt.getTime() + LIFE_MS)
  if (expiresAt <= now) throw new ReadingRefusedError('too_late')
  return { temperature, takenAt, expiresAt }
}

async function storeReading(
  tx: Transaction,
  found: FoundMethod,
  measured: ReturnType<typeof checkMeasurement>,
  now: Date,
  draw: () => string,
): Promise<{ code: string; expiresAt: Date }> {
  const open = await findOpenMethod(tx, found)
  if (!open) throw new ReadingRefusedError('unknown_method')
  const { method, site } = open
  if (!method.useTemperature) throw new ReadingRefusedError('not_measuring')
  const { clientId, id: siteId } = site
  const row = { clientId, siteId, methodId: method.id, ...measured, createdAt: now }
  for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
    const code = draw()
    if (await insertUnderCode(tx, { ...row, id: newId(now), code }, now))
      return { code, expiresAt: measured.expiresAt }
  }
  throw new Error('No free code was drawn')
}

function findMethod(db: Context['db'], reading: NewReading) {
  if ('methodId' in reading) return findMethodById(db, reading.methodId)
  return isMethodKey(reading.key) ? findMethodByKey(db, reading.key) : undefined
}

/** @returns false where the code belongs to a reading that can still be used */
async function insertUnderCode(
  tx: Transaction,
  row: typeof readings.$inferInsert,
  now: Date,
): Promise<boolean> {
  const { count: kept } = await tx
    .insert(readings)
    .values(row)
    .onConflictDoUpdate({
      target: [readings.clientId, readings.siteId, readings.code],
      targetWhere: isNull(readings.consumedAt),
      set: row,
      setWhere: lte(readings.expiresAt, now),
    })
  return kept > 0
}

/** A code from a cryptographic random source, uniformly distributed and with leading zeros. */
export function drawCode(): string {
  return String(randomInt(10 ** limits.verificationCodeDigits)).padStart(limits.verificationCodeDigits, '0')
}

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
