import { useEffect } from 'react'
import { isRecord, parseStored, type SafeStorage } from '../../lib/storage.ts'
import { setDraft, useCheckIn, visitStorage } from './check-in-store.ts'
import { emptyDraft } from './form/draft.ts'
import { endOf, loadCheckIns, saveCheckIn, saveCheckOut, type StoredCheckIn } from './stored-check-ins.ts'
import { notSubmitted } from './submission/submission.ts'

const getState = useCheckIn.getState
const setState = useCheckIn.setState

/** Follows the other windows of the browser. A page that was frozen meanwhile catches up. */
export function followOtherWindows(): void {
  addEventListener('storage', updateVisit)
  addEventListener('pageshow', updateVisit)
  document.addEventListener('visibilitychange', updateVisit)
}

/** Ends the visit on this phone when its time is over. */
export function useVisitEnd(checkIn: StoredCheckIn | undefined): void {
  const end = checkIn && endOf(checkIn)
  useEffect(() => {
    if (end === undefined) return undefined
    const timer = setTimeout(updateVisit, end - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [end])
}

/** Brings the visit up to date: other windows sign in and check out, and a pass ends after 13 hours. */
function updateVisit(): void {
  const { methodKey, checkIn, isServerRendered } = getState()
  if (isServerRendered || checkIn?.checkedOut) return
  const { local } = visitStorage()
  const now = Date.now()
  if (!checkIn) return followSignIn(loadCheckIns(local, now)[methodKey])
  const checkOutTime = loadCheckOutTime(local, methodKey, checkIn)
  if (checkOutTime !== undefined) return recordCheckOut(checkOutTime)
  if (now <= endOf(checkIn)) return undefined
  loadCheckIns(local, now)
  setDraft(emptyDraft)
  return setState({ checkIn: undefined, submission: notSubmitted, endedSignIn: checkIn.submissionTime })
}

/** Shows the sign-in of another window, unless somebody is filling in this form. */
function followSignIn(stored: StoredCheckIn | undefined): void {
  const { draft, submission } = getState()
  const { details, areDetailsRemembered, isStartedAgain } = draft
  const isUntouched = areDetailsRemembered || JSON.stringify(details) === JSON.stringify(emptyDraft.details)
  if (stored && isUntouched && !isStartedAgain && submission.status === 'not-submitted')
    setState({ checkIn: stored, asideCheckIn: undefined, endedSignIn: undefined })
  else setState({ asideCheckIn: stored })
}

/** Shows the pass again that Start Again has put aside. */
export function showPassAgain(): void {
  const { asideCheckIn } = getState()
  setDraft(emptyDraft)
  setState({ checkIn: asideCheckIn, asideCheckIn: undefined, submission: notSubmitted })
}

/** Stores the check-out that the server has confirmed. */
export function recordCheckOut(checkOutTime: string): void {
  const { methodKey, checkIn } = getState()
  if (!checkIn) return
  const { local, session } = visitStorage()
  const checkedOut: StoredCheckIn = { ...checkIn, checkedOut: true, checkOutTime }
  // First the time: the record is removed, and other windows learn from the time why.
  saveCheckOutTime(local, methodKey, checkedOut)
  saveCheckIn(local, methodKey, checkedOut, Date.now())
  saveCheckOut(session, methodKey, checkedOut)
  setState({ checkIn: checkedOut })
}

const CHECK_OUT_TIME_NAME = 'gatehouse.check-out-time.'

/** Stores when a visit was checked out, for other windows that still show it. It names nobody. */
function saveCheckOutTime(storage: SafeStorage, methodKey: string, record: StoredCheckIn): void {
  const { submissionTime, checkOutTime } = record
  storage.write(CHECK_OUT_TIME_NAME + methodKey, JSON.stringify({ submissionTime, checkOutTime }))
}

/** When another window checked out this visit. */
function loadCheckOutTime(
  storage: SafeStorage,
  methodKey: string,
  { submissionTime }: StoredCheckIn,
): string | undefined {
  const stored = parseStored(storage.read(CHECK_OUT_TIME_NAME + methodKey))
  if (!isRecord(stored) || stored['submissionTime'] !== submissionTime) return undefined
  const { checkOutTime } = stored
  return typeof checkOutTime === 'string' ? checkOutTime : undefined
}
