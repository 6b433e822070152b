import { CLOCK_TOLERANCE_MS, isWithin, PASS_MS } from '../../lib/clock.ts'
import type { SafeStorage } from '../../lib/storage.ts'
import { passOf } from './outcome.ts'
import {
  isDoubtful,
  readCheckIns,
  type StoredCheckIn,
  type StoredCheckIns,
  writeCheckIns,
} from './stored-check-ins.ts'

const DAY_MS = 86_400_000

/** The server's and the phone's time at one moment, in epoch milliseconds. */
export interface Clocks {
  server: number
  phone: number
}

/**
 * Whether the 13 hours of a sign-in have passed by the server's clock (specification, section 4).
 */
export function hasEnded({ submissionTime }: StoredCheckIn, { server }: Clocks): boolean {
  return server - Date.parse(submissionTime) > PASS_MS
}

/**
 * The record adjusted to the phone's present clock; the same object if the clock has not been set.
 */
export function withClocks(record: StoredCheckIn, { server, phone }: Clocks): StoredCheckIn {
  const offset = server - phone
  const isSet = Math.abs(offset - (record.clockOffset ?? 0)) > CLOCK_TOLERANCE_MS
  if (!isSet && !isDoubtful(record, phone)) return record
  const age = Math.max(0, server - Date.parse(record.submissionTime))
  return { ...record, storedAt: phone - age, clockOffset: offset }
}

/** Removes ended sign-ins, and adjusts the others if the phone's clock was set since. */
export function settleCheckIns(storage: SafeStorage, clocks: Clocks): void {
  const kept: StoredCheckIns = {}
  for (const [methodKey, record] of Object.entries(readCheckIns(storage))) {
    if (hasEnded(record, clocks)) saveEnd(storage, methodKey, passOf(record)?.submissionTime, clocks.phone)
    else kept[methodKey] = withClocks(record, clocks)
  }
  writeCheckIns(storage, kept)
}

const NAME = 'gatehouse.ended.'

/**
 * Stores that a pass has ended, so that its page can show it. It contains no name.
 * @param signedInAt undefined removes the note
 * @param now by the phone's clock
 */
export function saveEnd(
  storage: SafeStorage,
  methodKey: string,
  signedInAt: string | undefined,
  now: number,
): void {
  storage.write(NAME + methodKey, signedInAt && `${now} ${signedInAt}`)
}

/**
 * Sign-in time of the pass that ended at this method within the last day. Older notes stay stored:
 * the clock may have been set.
 */
export function loadEnd(storage: SafeStorage, methodKey: string, now: number): string | undefined {
  const [notedAt, signedInAt] = storage.read(NAME + methodKey)?.split(' ') ?? []
  return isWithin(DAY_MS, Number(notedAt), now) ? signedInAt : undefined
}
