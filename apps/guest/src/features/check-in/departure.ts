import { ApiError, type Stranger, strangerOf } from '@gatehouse/api-client/api-error'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { api } from '../../lib/api.ts'
import { checkOutEndpoint } from '../../lib/check-out-api.ts'
import { useCheckIn, visitStorage } from './check-in-store.ts'
import { isSameVisit } from './forget-visit.ts'
import { type Leaving, readCheckIns, saveCheckIn, type StoredCheckIn } from './stored-check-ins.ts'
import { retryDelay } from './submission/submission.ts'
import { recordCheckOut } from './visit-updates.ts'

/** The state of a check-out that the server has not confirmed. */
export type Departure =
  | { status: 'sending' }
  /** Will be sent again. */
  | { status: 'waiting'; stranger: Stranger | undefined }
  | { status: 'refused'; code: ErrorCode }

/** A visit with an unconfirmed check-out. */
type Leaver = StoredCheckIn & { checkOutToken: string; leaving: Leaving }

/** The calls of one check-out. */
interface Calls {
  count: number
  timer?: ReturnType<typeof setTimeout>
}

const getState = useCheckIn.getState
const calls = new Map<string, Calls>()
/** By check-out token. */
const departures = createStore<Record<string, Departure | undefined>>(() => ({}))

/** The state of a visit's check-out; undefined if none was requested. */
export function useDeparture(visit: StoredCheckIn | undefined): Departure | undefined {
  return useSyncExternalStore(departures.subscribe, () => departureOf(visit))
}

function departureOf(visit: StoredCheckIn | undefined): Departure | undefined {
  return departures.getState()[visit?.checkOutToken ?? '']
}

/** Sends check-outs left over from an earlier page, and waiting ones when the network is back. */
export function followDepartures(): void {
  sendWaiting()
  addEventListener('online', sendWaiting)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sendWaiting()
  })
}

/** Checks a visit out. Once the server may have received a check-out, its time counts. */
export function leave(visit: StoredCheckIn, time: Date, timeOffset: number): void {
  const leaving = visit.leaving?.isSent
    ? visit.leaving
    : { time: time.toISOString(), timeOffset, isSent: false }
  const leaver = { ...visit, leaving }
  if (!isLeaver(leaver)) return
  show(leaver, { status: 'sending' })
  void send(getState().methodKey, leaver)
}

/** Cancels a check-out that has not reached the server. */
export function stay(visit: StoredCheckIn): void {
  forgetCalls(visit)
  show(keep(getState().methodKey, { ...visit, leaving: undefined }))
}

function sendWaiting(): void {
  const { methodKey, checkIn } = getState()
  const stored = Object.entries(readCheckIns(visitStorage().local))
  const isStored = stored.some(([, record]) => checkIn && isSameVisit(record, checkIn))
  const all = checkIn && !isStored ? [...stored, [methodKey, checkIn] as const] : stored
  for (const [key, record] of all) if (isLeaver(record) && !record.checkedOut) void send(key, record)
}

async function send(methodKey: string, visit: Leaver): Promise<void> {
  const { checkOutToken } = visit
  const own = calls.get(checkOutToken) ?? { count: 0 }
  calls.set(checkOutToken, own)
  const number = (own.count += 1)
  clearTimeout(own.timer)
  const { time, timeOffset, isSent } = visit.leaving
  const leaver = keep(methodKey, {
    ...visit,
    leaving: { time, timeOffset, isSent: isSent || navigator.onLine },
  })
  show(leaver)
  const zone = { timeZoneOffset: new Date(time).getTimezoneOffset(), timeZone: ownTimeZone() }
  const body = { checkOutToken, time, timeOffset, ...zone }
  try {
    const confirmed = await api.call(checkOutEndpoint, { body })
    forgetCalls(visit)
    recordCheckOut({ ...visit, leaving: undefined }, confirmed.time)
  } catch (error) {
    // Cancelled or sent again meanwhile: the first response counts.
    if (calls.get(checkOutToken) !== own || number < own.count) return
    const stranger = strangerOf(error)
    if (error instanceof ApiError && !stranger && error.status < 500 && error.status !== 429) {
      forgetCalls(visit)
      show(keep(methodKey, { ...visit, leaving: undefined }), { status: 'refused', code: error.code })
      return
    }
    show(leaver, { status: 'waiting', stranger })
    const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
    const delay = retryDelay({ sendsWithoutResponse: number, retryAfterSeconds }, Math.random())
    own.timer = setTimeout(() => void send(methodKey, leaver), delay)
  }
}

/** Stores the visit, so that a page that is loaded later continues its check-out. */
function keep<Visit extends StoredCheckIn>(methodKey: string, visit: Visit): Visit {
  saveCheckIn(visitStorage().local, methodKey, visit)
  return visit
}

function show(visit: StoredCheckIn, departure = departureOf(visit)): void {
  const { checkIn } = getState()
  if (checkIn && !checkIn.checkedOut && isSameVisit(checkIn, visit)) useCheckIn.setState({ checkIn: visit })
  if (visit.checkOutToken !== null) departures.setState({ [visit.checkOutToken]: departure })
}

function forgetCalls({ checkOutToken }: StoredCheckIn): void {
  if (checkOutToken === null) return
  clearTimeout(calls.get(checkOutToken)?.timer)
  calls.delete(checkOutToken)
  departures.setState({ [checkOutToken]: undefined })
}

function isLeaver(visit: StoredCheckIn): visit is Leaver {
  return visit.leaving !== undefined && visit.checkOutToken !== null
}
