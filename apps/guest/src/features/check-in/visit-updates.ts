import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { readClock } from '../../lib/clock.ts'
import { isRecord, parseStored, type SafeStorage } from '../../lib/storage.ts'
import { isKiosk, setDraft, useCheckIn, visitStorage } from './check-in-store.ts'
import { getServerTimeEndpoint } from '../../lib/check-out-api.ts'
import { followNewKey } from './follow-new-key.ts'
import { forgetVisit, isSamePerson, isSameVisit } from './forget-visit.ts'
import { emptyDraft } from './form/draft.ts'
import { passOf } from './outcome.ts'
import {
  endOf,
  isDoubtful,
  loadCheckIns,
  readCheckIns,
  saveCheckIn,
  saveCheckOut,
  type StoredCheckIn,
} from './stored-check-ins.ts'
import { notSubmitted } from './submission/submission.ts'
import { type Clocks, hasEnded, loadEnd, saveEnd, settleCheckIns, withClocks } from './visit-end.ts'

const getState = useCheckIn.getState
const setState = useCheckIn.setState

const RETRY_MS = 60_000

/**
 * Updates the visit now, and follows the browser's other windows. A frozen page catches up when it
 * is shown again.
 */
export function followOtherWindows(): void {
  if (getState().isServerRendered) {
    const stop = useCheckIn.subscribe(({ isServerRendered }) => {
      if (isServerRendered) return
      stop()
      updateVisit()
    })
  } else updateVisit()
  // A late response may belong to a visit that another window has checked out.
  useCheckIn.subscribe(({ checkIn }, before) => {
    if (checkIn && !before.checkIn) updateVisit()
  })
  addEventListener('storage', updateVisit)
  addEventListener('pageshow', updateVisit)
  addEventListener('online', updateVisit)
  document.addEventListener('visibilitychange', updateVisit)
}

/**
 * Ends the visit on this phone when its time is over by the server's clock.
 * @returns whether it is over by the phone's clock, and the server has not confirmed yet
 */
export function useVisitEnd(checkIn: StoredCheckIn | undefined): boolean {
  const end = checkIn && endOf(checkIn)
  /** The end time that has passed. */
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    if (end === undefined) return undefined
    const check = () => {
      setPassed(end)
      updateVisit()
      timer = setTimeout(check, RETRY_MS)
    }
    let timer = setTimeout(check, end - readClock() + 1)
    return () => clearTimeout(timer)
  }, [end])
  return end !== undefined && passed === end
}

/** Updates the visit: other windows sign in and check out, and a pass ends after 13 hours. */
function updateVisit(): void {
  const { methodKey, method, checkIn, isServerRendered, endedSignIn } = getState()
  // A kiosk stores no visits, and one found there may be older than a pass lasts.
  if (isServerRendered || isKiosk(getState())) return
  const { local, session } = visitStorage()
  if (method.status === 'ready') followNewKey(local, methodKey, method.machine.id)
  const now = readClock()
  const shown = checkIn && !checkIn.checkedOut ? [checkIn] : []
  if ([...shown, ...Object.values(readCheckIns(local))].some((record) => isDoubtful(record, now)))
    void askServerTime()
  const stored = loadCheckIns(local, now)[methodKey]
  if (!checkIn) {
    setState({ endedSignIn: loadEnd(local, methodKey, now) ?? endedSignIn })
    return followSignIn(stored)
  }
  if (checkIn.checkedOut) {
    if (!stored || stored.submissionTime < checkIn.submissionTime) return undefined
    // A checked-out visit that is stored again was restored, unless its removal is still pending.
    const hasReturned = loadCheckOutTime(local, methodKey, checkIn) === undefined
    if (isSameVisit(stored, checkIn) && !hasReturned) return undefined
    saveCheckOut(session, methodKey, undefined)
    return setState({ checkIn: stored })
  }
  saveEnd(local, methodKey, undefined, now)
  const checkOutTime = loadCheckOutTime(local, methodKey, checkIn)
  if (checkOutTime !== undefined) return recordCheckOut(checkIn, checkOutTime)
  // Another window has signed in the same person a moment later. Only one pass is shown.
  const isLater = stored && stored.submissionTime > checkIn.submissionTime
  if (isLater && passOf(stored) && isSamePerson(stored, checkIn)) setState({ checkIn: stored })
  return undefined
}

let asked: Promise<void> | undefined

/**
 * Requests the server's time, adjusts the pass's clock and ends expired visits. On failure nothing
 * changes, and a later call tries again.
 */
export function askServerTime(): Promise<void> {
  asked ??= fetchClocks()
    .then(settle, () => {})
    .finally(() => (asked = undefined))
  return asked
}

async function fetchClocks(): Promise<Clocks> {
  // A monotonic clock: the phone's clock may be set during the call.
  const sentAt = performance.now()
  const { time } = await api.call(getServerTimeEndpoint, { query: { t: String(readClock()), i: '0' } })
  return { server: Date.parse(time) + Math.round((performance.now() - sentAt) / 2), phone: readClock() }
}

function settle(clocks: Clocks): void {
  settleCheckIns(visitStorage().local, clocks)
  const { checkIn } = getState()
  if (checkIn && !checkIn.checkedOut) {
    if (hasEnded(checkIn, clocks)) {
      setDraft(emptyDraft)
      setState({ checkIn: undefined, submission: notSubmitted, endedSignIn: passOf(checkIn)?.submissionTime })
    } else setState({ checkIn: withClocks(checkIn, clocks) })
  }
  updateVisit()
}

/**
 * Takes the server's time from a response. If the phone's clock was set since the sign-in, requests
 * it properly.
 */
export function noteServerTime(serverTime: number): void {
  const { checkIn } = getState()
  if (!checkIn || checkIn.checkedOut || Number.isNaN(serverTime)) return
  const clocks = { server: serverTime, phone: readClock() }
  if (hasEnded(checkIn, clocks) || withClocks(checkIn, clocks) !== checkIn) void askServerTime()
}

/** Shows the sign-in of another window, unless a visitor is filling in this form. */
function followSignIn(stored: StoredCheckIn | undefined): void {
  const { draft, submission } = getState()
  const { details, areDetailsRemembered, isStartedAgain } = draft
  const isUntouched = areDetailsRemembered || JSON.stringify(details) === JSON.stringify(emptyDraft.details)
  if (stored && isUntouched && !isStartedAgain && submission.status === 'not-submitted')
    setState({ checkIn: stored, asideCheckIn: undefined, endedSignIn: undefined })
  else setState({ asideCheckIn: passOf(stored) })
}

/** Shows the pass that Start Again has put aside. */
export function showPassAgain(): void {
  const { asideCheckIn } = getState()
  setDraft(emptyDraft)
  setState({ checkIn: asideCheckIn, asideCheckIn: undefined, submission: notSubmitted })
}

/**
 * Stores a check-out that the server has confirmed. If that took long, another visit may be on the
 * screen.
 */
export function recordCheckOut(visit: StoredCheckIn, checkOutTime: string): void {
  const { methodKey, checkIn, asideCheckIn } = getState()
  const { local, session } = visitStorage()
  const checkedOut: StoredCheckIn = { ...visit, checkedOut: true, checkOutTime }
  // The time first: when the record is removed, other windows read the reason from the time.
  saveCheckOutTime(local, methodKey, checkedOut)
  forgetVisit(local, checkedOut)
  if (asideCheckIn && isSameVisit(asideCheckIn, visit)) setState({ asideCheckIn: undefined })
  if (!checkIn || !isSameVisit(checkIn, visit)) return
  saveCheckOut(session, methodKey, checkedOut)
  saveEnd(local, methodKey, undefined, readClock())
  setState({ checkIn: checkedOut })
}

/** Restores the pass of a visit whose check-out was undone. */
export function recordReturn(visit: StoredCheckIn): void {
  const { methodKey, checkIn } = getState()
  if (!checkIn || !isSameVisit(checkIn, visit)) return
  const { local } = visitStorage()
  local.write(checkOutTimeName(methodKey, visit), undefined)
  saveCheckIn(local, methodKey, { ...visit, checkedOut: false, checkOutTime: null })
  updateVisit()
}

/** Windows opened with different keys of the method share this entry. */
const checkOutTimeName = (methodKey: string, { machineId }: StoredCheckIn) =>
  `gatehouse.check-out-time.${machineId ?? methodKey}`

/** Stores the check-out time for other windows that still show the visit. It contains no name. */
function saveCheckOutTime(storage: SafeStorage, methodKey: string, record: StoredCheckIn): void {
  const { submissionTime, checkOutTime } = record
  storage.write(checkOutTimeName(methodKey, record), JSON.stringify({ submissionTime, checkOutTime }))
}

/** The time at which another window checked out this visit. */
function loadCheckOutTime(
  storage: SafeStorage,
  methodKey: string,
  record: StoredCheckIn,
): string | undefined {
  const stored = parseStored(storage.read(checkOutTimeName(methodKey, record)))
  if (!isRecord(stored) || stored['submissionTime'] !== record.submissionTime) return undefined
  const { checkOutTime } = stored
  return typeof checkOutTime === 'string' ? checkOutTime : undefined
}
