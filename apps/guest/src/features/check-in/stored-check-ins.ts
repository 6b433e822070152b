import { isWithin, PASS_MS } from '../../lib/clock.ts'
import { isRecord, parseStored, type SafeStorage } from '../../lib/storage.ts'
import type { CheckInResult, CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'

/** A sign-in as the phone stores it. */
export interface StoredCheckIn {
  firstName: string
  lastName: string
  mobile: string
  /** The id of the method, whose key may have been renewed since. */
  machineId?: string | undefined
  /** The site at that time. The method may have been moved or its site renamed since. */
  siteName?: string | undefined
  /** By the server's clock. */
  submissionTime: string
  /**
   * Sign-in time by the phone's clock, in epoch milliseconds. The clock may have been wrong then,
   * or set since.
   */
  storedAt: number
  /**
   * How many milliseconds the server's clock is ahead of the phone's, as far as the sign-in shows.
   */
  clockOffset?: number
  banned: boolean
  highTemperature: boolean
  lowTemperature: boolean
  temperature: number | null
  checkOutToken: string | null
  /** The visitor has named a host, who may answer. */
  namesHost?: boolean
  /** The visitor has checked out, and the server has not confirmed it. */
  leaving?: Leaving | undefined
  checkedOut: boolean
  /** By the server's clock. */
  checkOutTime: string | null
  /** Checked out by another phone that is signed in to this visit too. */
  leftByOtherPhone?: boolean | undefined
}

/** A check-out that is sent until the server responds. */
export interface Leaving {
  /** When the visitor leaves, by the server's clock. */
  time: string
  /** How many milliseconds the server's clock is ahead of the phone's. */
  timeOffset: number
  /** Sent while online, so the server may have it. */
  isSent: boolean
}

/** By method key. */
export type StoredCheckIns = Record<string, StoredCheckIn>

const NAME = 'gatehouse.check-ins'

/**
 * The stored sign-ins that are current by the phone's clock. The clock may be wrong about the
 * others, so they stay stored until the server's time is known (`visit-end.ts`).
 */
export function loadCheckIns(storage: SafeStorage, now: number): StoredCheckIns {
  return Object.fromEntries(
    Object.entries(readCheckIns(storage)).filter(([, record]) => !isDoubtful(record, now)),
  )
}

/** All stored sign-ins that are valid and not checked out. */
export function readCheckIns(storage: SafeStorage): StoredCheckIns {
  const value = parseStored(storage.read(NAME))
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, StoredCheckIn] => isStoredCheckIn(entry[1]) && !entry[1].checkedOut,
    ),
  )
}

export function writeCheckIns(storage: SafeStorage, records: StoredCheckIns): void {
  storage.write(NAME, Object.keys(records).length === 0 ? undefined : JSON.stringify(records))
}

/**
 * By the phone's clock the record has ended or lies in the future. The clock may have been set
 * since.
 */
export function isDoubtful(record: StoredCheckIn, now: number): boolean {
  return !isWithin(PASS_MS, record.storedAt, now)
}

/**
 * The latest record of all methods, by the server's clock: most likely of the person who uses the
 * phone now.
 * @returns undefined if that person is banned; an earlier record must not greet them
 */
export function findLatestCheckIn(records: StoredCheckIns): StoredCheckIn | undefined {
  const [latest] = Object.values(records).sort((one, other) =>
    one.submissionTime < other.submissionTime ? 1 : -1,
  )
  return latest?.banned ? undefined : latest
}

/** @param madeAt when the sign-in was made, by the phone's clock */
export function createStoredCheckIn(
  person: Pick<StoredCheckIn, 'firstName' | 'lastName' | 'mobile' | 'machineId'> &
    Pick<CheckInSubmission, 'host'>,
  result: CheckInResult,
  madeAt: number,
  now: number,
): StoredCheckIn {
  const { siteName, submissionTime, banned, highTemperature, lowTemperature, temperature, checkOutToken } =
    result
  const clockOffset = clockOffsetOf(Date.parse(submissionTime), madeAt, now)
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    mobile: person.mobile,
    machineId: person.machineId,
    siteName,
    submissionTime,
    // The response may belong to a sign-in that the server has had for days.
    storedAt: Date.parse(submissionTime) - clockOffset,
    clockOffset,
    banned,
    highTemperature,
    lowTemperature,
    temperature,
    checkOutToken,
    ...(person.host?.ref && { namesHost: true }),
    checkedOut: false,
    checkOutTime: null,
  }
}

/**
 * The offset of the server's clock, which showed `serverTime` at some moment between `sentAt` and
 * `receivedAt` of the phone's clock: 0 if possible, else the smallest possible one.
 */
export function clockOffsetOf(serverTime: number, sentAt: number, receivedAt: number): number {
  return Math.max(serverTime - receivedAt, Math.min(0, serverTime - sentAt))
}

/** When the record is no longer shown, in epoch milliseconds by the phone's clock. */
export function endOf({ storedAt }: StoredCheckIn): number {
  return storedAt + PASS_MS
}

/**
 * Replaces the record of a method, also under an earlier key of it. Records that other windows have
 * stored stay, and so does a later visit: a response may belong to a sign-in of last week.
 */
export function saveCheckIn(storage: SafeStorage, methodKey: string, record: StoredCheckIn): void {
  const records = readCheckIns(storage)
  if ((records[methodKey]?.submissionTime ?? '') > record.submissionTime) return
  const others = Object.entries(records).filter(
    ([key, other]) => key !== methodKey && !isOfMethod(other, record.machineId),
  )
  writeCheckIns(storage, { ...Object.fromEntries(others), [methodKey]: record })
}

/** Whether the sign-in was made at this method, under any key. */
export function isOfMethod(record: StoredCheckIn, machineId: string | undefined): boolean {
  return machineId !== undefined && record.machineId === machineId
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

/** Kept as long as its window. Its day is on the screen, so it does not expire. */
export function loadCheckOut(session: SafeStorage, methodKey: string): StoredCheckIn | undefined {
  const record = parseStored(session.read(CHECK_OUT_NAME + methodKey))
  return isStoredCheckIn(record) && record.checkedOut ? record : undefined
}

function isLeaving(value: unknown): value is Leaving {
  return (
    isRecord(value) &&
    !Number.isNaN(Date.parse(String(value['time']))) &&
    typeof value['timeOffset'] === 'number' &&
    typeof value['isSent'] === 'boolean'
  )
}

const texts = ['firstName', 'lastName', 'mobile', 'submissionTime'] as const
const flags = ['banned', 'highTemperature', 'lowTemperature', 'checkedOut'] as const

function isStoredCheckIn(value: unknown): value is StoredCheckIn {
  return (
    isRecord(value) &&
    texts.every((name) => typeof value[name] === 'string') &&
    flags.every((name) => typeof value[name] === 'boolean') &&
    (value['machineId'] === undefined || typeof value['machineId'] === 'string') &&
    (value['siteName'] === undefined || typeof value['siteName'] === 'string') &&
    typeof value['storedAt'] === 'number' &&
    (value['clockOffset'] === undefined || typeof value['clockOffset'] === 'number') &&
    !Number.isNaN(Date.parse(String(value['submissionTime']))) &&
    (value['temperature'] === null || typeof value['temperature'] === 'number') &&
    (value['checkOutToken'] === null || typeof value['checkOutToken'] === 'string') &&
    (value['checkOutTime'] === null || typeof value['checkOutTime'] === 'string') &&
    (value['leaving'] === undefined || isLeaving(value['leaving']))
  )
}
