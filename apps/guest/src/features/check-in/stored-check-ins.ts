import { isRecord, parseStored, type SafeStorage } from '../../lib/storage.ts'
import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import { visitLimits } from '@gatehouse/validation/limits'

/** A sign-in as the phone stores it. */
export interface StoredCheckIn {
  firstName: string
  lastName: string
  mobile: string
  /** By the server's clock. */
  submissionTime: string
  /** Epoch milliseconds by the phone's clock. It may be wrong, but it measures the age of the record. */
  storedAt: number
  /** How many milliseconds the server's clock is ahead of the phone's, as far as the sign-in shows it. */
  clockOffset?: number
  banned: boolean
  highTemperature: boolean
  lowTemperature: boolean
  temperature: number | null
  checkOutToken: string | null
  checkedOut: boolean
  /** By the server's clock. */
  checkOutTime: string | null
}

/** By method key. */
export type StoredCheckIns = Record<string, StoredCheckIn>

const NAME = 'gatehouse.check-ins'
const DAY_MS = 86_400_000
const MAX_AGE_MS = visitLimits.storedCheckInHours * 3_600_000

/** The valid records of a stored text, without those that are checked out or too old at `now`. */
export function parseCheckIns(text: string | undefined, now: number): StoredCheckIns {
  const value = parseStored(text)
  if (!isRecord(value)) return {}
  return keepCurrent(
    Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, StoredCheckIn] => isStoredCheckIn(entry[1])),
    ),
    now,
  )
}

/** The records without those that are checked out or older than 13 hours (specification, section 4). */
export function keepCurrent(records: StoredCheckIns, now: number): StoredCheckIns {
  return Object.fromEntries(Object.entries(records).filter(([, record]) => isCurrent(record, now)))
}

/** The latest record of all methods. Its person most likely uses the phone now. */
export function findLatestCheckIn(records: StoredCheckIns): StoredCheckIn | undefined {
  return Object.values(records).sort((one, other) => other.storedAt - one.storedAt)[0]
}

/** @param madeAt when the sign-in was made, by the phone's clock */
export function createStoredCheckIn(
  person: Pick<StoredCheckIn, 'firstName' | 'lastName' | 'mobile'>,
  result: CheckInResult,
  madeAt: number,
  now: number,
): StoredCheckIn {
  const { submissionTime, banned, highTemperature, lowTemperature, temperature, checkOutToken } = result
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    mobile: person.mobile,
    submissionTime,
    storedAt: now,
    clockOffset: clockOffsetOf(Date.parse(submissionTime), madeAt, now),
    banned,
    highTemperature,
    lowTemperature,
    temperature,
    checkOutToken,
    checkedOut: false,
    checkOutTime: null,
  }
}

/**
 * The server's clock was at `serverTime` at some moment between `sentAt` and `receivedAt` of the phone's clock. The phone's clock counts as
 * right where that is possible; else the offset is the smallest one that makes it possible.
 */
export function clockOffsetOf(serverTime: number, sentAt: number, receivedAt: number): number {
  return Math.max(serverTime - receivedAt, Math.min(0, serverTime - sentAt))
}

/** When the record is no longer shown, in epoch milliseconds by the phone's clock. */
export function endOf({ storedAt }: StoredCheckIn): number {
  return storedAt + MAX_AGE_MS
}

/** The sign-in at a method that was shown until less than a day ago, where its record is still stored. */
export function findEndedCheckIn(
  storage: SafeStorage,
  methodKey: string,
  now: number,
): StoredCheckIn | undefined {
  const records = parseStored(storage.read(NAME))
  const record = isRecord(records) ? records[methodKey] : undefined
  if (!isStoredCheckIn(record) || record.checkedOut) return undefined
  return now > endOf(record) && now < endOf(record) + DAY_MS ? record : undefined
}

/** Reads the current records, and removes the others from the storage. */
export function loadCheckIns(storage: SafeStorage, now: number): StoredCheckIns {
  const text = storage.read(NAME)
  const records = parseCheckIns(text, now)
  const kept = serialise(records)
  if (text !== kept) storage.write(NAME, kept)
  return records
}

/** Stores the record of one method. Records that other windows have stored meanwhile stay. */
export function saveCheckIn(
  storage: SafeStorage,
  methodKey: string,
  record: StoredCheckIn,
  now: number,
): void {
  const records = keepCurrent({ ...loadCheckIns(storage, now), [methodKey]: record }, now)
  storage.write(NAME, serialise(records))
}

const CHECK_OUT_NAME = 'gatehouse.checked-out.'

/** Stores a check-out for this window only, so that its confirmation survives a reload. */
export function saveCheckOut(
  session: SafeStorage,
  methodKey: string,
  record: StoredCheckIn | undefined,
): void {
  session.write(CHECK_OUT_NAME + methodKey, record && JSON.stringify(record))
}

export function loadCheckOut(
  session: SafeStorage,
  methodKey: string,
  now: number,
): StoredCheckIn | undefined {
  const record = parseStored(session.read(CHECK_OUT_NAME + methodKey))
  return isStoredCheckIn(record) && record.checkedOut && isRecent(record, now) ? record : undefined
}

function isCurrent(record: StoredCheckIn, now: number): boolean {
  return !record.checkedOut && isRecent(record, now)
}

/** A record from the future is invalid too: the phone's clock was set back after it was stored. */
function isRecent({ storedAt }: StoredCheckIn, now: number): boolean {
  return Math.abs(now - storedAt) <= MAX_AGE_MS
}

function serialise(records: StoredCheckIns): string | undefined {
  return Object.keys(records).length === 0 ? undefined : JSON.stringify(records)
}

const texts = ['firstName', 'lastName', 'mobile', 'submissionTime'] as const
const flags = ['banned', 'highTemperature', 'lowTemperature', 'checkedOut'] as const

function isStoredCheckIn(value: unknown): value is StoredCheckIn {
  return (
    isRecord(value) &&
    texts.every((name) => typeof value[name] === 'string') &&
    flags.every((name) => typeof value[name] === 'boolean') &&
    typeof value['storedAt'] === 'number' &&
    (value['clockOffset'] === undefined || typeof value['clockOffset'] === 'number') &&
    !Number.isNaN(Date.parse(String(value['submissionTime']))) &&
    (value['temperature'] === null || typeof value['temperature'] === 'number') &&
    (value['checkOutToken'] === null || typeof value['checkOutToken'] === 'string') &&
    (value['checkOutTime'] === null || typeof value['checkOutTime'] === 'string')
  )
}
