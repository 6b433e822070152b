import { isRecord, parseStored, type SafeStorage } from '../../lib/safe-storage.ts'
import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import { limits } from '@gatehouse/validation/limits'

/** A sign-in as the phone remembers it. */
export interface StoredCheckIn {
  firstName: string
  lastName: string
  mobile: string
  /** By the server's clock. */
  submissionTime: string
  /** Milliseconds by the phone's clock, which may be wrong but is the one that measures the record's age. */
  storedAt: number
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
const LONGEST = limits.storedCheckInHours * 3_600_000

/** The records of a stored text that still count at `now`: broken, checked out and old ones are left out. */
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

/** The latest record of any method: its person most likely holds the phone now. */
export function latestCheckIn(records: StoredCheckIns): StoredCheckIn | undefined {
  return Object.values(records).sort((one, other) => other.storedAt - one.storedAt)[0]
}

export function checkInOf(
  person: Pick<StoredCheckIn, 'firstName' | 'lastName' | 'mobile'>,
  result: CheckInResult,
  now: number,
): StoredCheckIn {
  const { submissionTime, banned, highTemperature, lowTemperature, temperature, checkOutToken } = result
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    mobile: person.mobile,
    submissionTime,
    storedAt: now,
    banned,
    highTemperature,
    lowTemperature,
    temperature,
    checkOutToken,
    checkedOut: false,
    checkOutTime: null,
  }
}

/** Reads the records that still count, and forgets the others for good. */
export function loadCheckIns(storage: SafeStorage, now: number): StoredCheckIns {
  const text = storage.read(NAME)
  const records = parseCheckIns(text, now)
  const kept = textOf(records)
  if (text !== kept) storage.write(NAME, kept)
  return records
}

/** Puts one method's record beside what other windows have stored meanwhile. */
export function saveCheckIn(
  storage: SafeStorage,
  methodKey: string,
  record: StoredCheckIn,
  now: number,
): void {
  const records = keepCurrent({ ...loadCheckIns(storage, now), [methodKey]: record }, now)
  storage.write(NAME, textOf(records))
}

const CHECKED_OUT = 'gatehouse.checked-out.'

/** Keeps a check-out for this window only, so that its confirmation survives a reload at the exit. */
export function saveCheckOut(
  session: SafeStorage,
  methodKey: string,
  record: StoredCheckIn | undefined,
): void {
  session.write(CHECKED_OUT + methodKey, record && JSON.stringify(record))
}

export function loadCheckOut(
  session: SafeStorage,
  methodKey: string,
  now: number,
): StoredCheckIn | undefined {
  const record = parseStored(session.read(CHECKED_OUT + methodKey))
  return isStoredCheckIn(record) && record.checkedOut && isYoung(record, now) ? record : undefined
}

function isCurrent(record: StoredCheckIn, now: number): boolean {
  return !record.checkedOut && isYoung(record, now)
}

/** A record from the future is as wrong as an old one: the phone's clock was set back since. */
function isYoung({ storedAt }: StoredCheckIn, now: number): boolean {
  return Math.abs(now - storedAt) <= LONGEST
}

function textOf(records: StoredCheckIns): string | undefined {
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
    !Number.isNaN(Date.parse(String(value['submissionTime']))) &&
    (value['temperature'] === null || typeof value['temperature'] === 'number') &&
    (value['checkOutToken'] === null || typeof value['checkOutToken'] === 'string') &&
    (value['checkOutTime'] === null || typeof value['checkOutTime'] === 'string')
  )
}
