import { limits } from '@gatehouse/validation/limits'
import { isMethodKey } from '@gatehouse/validation/method-key'
import { isNull, lte } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { findMethodById, findMethodByKey } from '../../db/tenant-lookups.ts'
import { readings } from '../../db/schema/readings.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { findOpenMethod } from '../sign-in-methods/open-method.ts'
import { drawCode } from './reading-code.ts'

/** What a device measured: at which method, by its id or its public key, in °C, and when, if not just now. */
export type NewReading = ({ methodId: string } | { key: string }) & { temperature: number; at?: Date }

export type ReadingFault = 'unknown_method' | 'not_measuring' | 'implausible' | 'too_late'

/** A reading that is not kept; `fault` says why. */
export class ReadingRefusedError extends Error {
  override readonly name = 'ReadingRefusedError'
  readonly fault: ReadingFault

  constructor(fault: ReadingFault) {
    super(`A reading was refused: ${fault}`)
    this.fault = fault
  }
}

const LIFE_MS = limits.readingMinutes * 60_000
/** With a thousand live codes at a site, one draw in a thousand meets one of them. */
const MOST_DRAWS = 20

/**
 * Keeps what a device measured and answers the six digits that sign one person in with it, at that method's site, until `expiresAt`.
 * The temperature is rounded to one decimal; a time ahead of ours counts as now.
 * @throws ReadingRefusedError for a method that is unknown, closed or does not measure, a temperature that nobody has, or a reading
 *   that is older than its code would live
 */
export async function recordReading(
  { db, now }: Pick<Context, 'db' | 'now'>,
  reading: NewReading,
  draw: () => string = drawCode,
): Promise<{ code: string; expiresAt: Date }> {
  const temperature = Math.round(reading.temperature * 10) / 10
  const { min, max } = limits.readingCelsius
  // Written so that NaN is refused too.
  if (!(temperature >= min && temperature <= max)) throw new ReadingRefusedError('implausible')
  const takenAt = reading.at && reading.at < now ? reading.at : now
  const expiresAt = new Date(takenAt.getTime() + LIFE_MS)
  if (expiresAt <= now) throw new ReadingRefusedError('too_late')

  const found = await findMethod(db, reading)
  if (!found) throw new ReadingRefusedError('unknown_method')
  return withScope(db, found.scope, async (tx) => {
    const open = await findOpenMethod(tx, found)
    if (!open) throw new ReadingRefusedError('unknown_method')
    const { method } = open
    if (!method.useTemperature) throw new ReadingRefusedError('not_measuring')
    const { clientId, id: methodId, siteId } = method
    const row = { clientId, siteId, methodId, temperature, takenAt, expiresAt, createdAt: now }
    for (let draws = 0; draws < MOST_DRAWS; draws += 1) {
      const code = draw()
      if (await keepUnderCode(tx, { ...row, id: newId(now), code }, now)) return { code, expiresAt }
    }
    throw new Error('No free code was drawn')
  })
}

function findMethod(db: Context['db'], reading: NewReading) {
  if ('methodId' in reading) return findMethodById(db, reading.methodId)
  return isMethodKey(reading.key) ? findMethodByKey(db, reading.key) : undefined
}

/** Takes the code where it is free, or was drawn before and has expired unused; answers false where somebody may still use it. */
async function keepUnderCode(
  tx: Transaction,
  row: typeof readings.$inferInsert,
  now: Date,
): Promise<boolean> {
  const kept = await tx
    .insert(readings)
    .values(row)
    .onConflictDoUpdate({
      target: [readings.clientId, readings.siteId, readings.code],
      targetWhere: isNull(readings.consumedAt),
      set: row,
      setWhere: lte(readings.expiresAt, now),
    })
    .returning({ id: readings.id })
  return kept.length > 0
}
