import { randomUuid } from '@gatehouse/api-client/random-uuid'
import type { CheckInResult, CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import type { Language } from '@gatehouse/validation/vocabulary'
import { api, submitCheckInEndpoint } from '../../lib/api.ts'
import { isWithin, readClock } from '../../lib/clock.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'
import {
  changeDraft,
  formOf,
  isKiosk,
  keepAttempt,
  serverDraft,
  setDraft,
  setMethod,
  storeTyped,
  useCheckIn,
  venueNameOf,
  visitStorage,
} from './check-in-store.ts'
import type { Details } from './form/details.ts'
import { emptyDraft, isTypedAnew, loadDraft, mergeTypedDetails } from './form/draft.ts'
import { isSamePerson } from './forget-visit.ts'
import { dropAttempt, forgetChangedAnswers, loadUserData, refreshMethod } from './form-actions.ts'
import { findMethod } from './machine-data.ts'
import { restoreVisit, type Visit } from './restore-visit.ts'
import {
  createStoredCheckIn,
  findLatestCheckIn,
  isOfMethod,
  loadCheckIns,
  loadCheckOut,
  saveCheckIn,
  type StoredCheckIn,
} from './stored-check-ins.ts'
import {
  type Attempt,
  createBody,
  getOrCreateAttempt,
  loadAttempt,
  readAttempts,
} from './submission/attempt.ts'
import { stepOfError } from './submission/reply.ts'
import { isFormClosed, needsNewDraft, pendingAttempt } from './submission/submission.ts'
import { createSubmitter } from './submission/submitter.ts'
import { isRefusedByAnswer, showRefusal } from './refusal.ts'
import { notLoaded } from './user-data.ts'
import { readKioskToken } from './kiosk-token.ts'

const getState = useCheckIn.getState
const setState = useCheckIn.setState

/** How long a reopened page waits for the visitor's own questions before it is rendered. */
const USER_DATA_TIMEOUT_MS = 3000

const submitter = createSubmitter({
  send: (attempt, signal) =>
    oneAtATime(async () => signedInMeanwhile(attempt) ?? (await sendAttempt(attempt, signal))),
  read: () => getState().submission,
  write(submission) {
    keepAttempt(pendingAttempt(submission))
    if (submission.status === 'failed' && submission.error.code === 'answers_failed') {
      // So that a kiosk's queue sees the server's decision.
      setState({ submission })
      showRefusal()
      void refreshMethod()
      return
    }
    if (submission.status === 'bad-code') changeDraft({ code: '' })
    // A rejected submission is no attempt any more. Storing the draft keeps it on the screen after
    // a reload.
    if (submission.status === 'failed') changeDraft({})
    if (needsNewDraft(submission)) void refreshMethod()
    if (submission.status === 'failed' && submission.error.code === 'not_found') {
      setState({ method: { status: 'invalid', reason: 'unknown' } })
    }
    setState({ submission })
    // The questions or roles have changed since this page was loaded.
    if (stepOfError(submission) === 'questions') {
      forgetChangedAnswers()
      void refreshMethod()
    }
  },
  onResult(attempt, result) {
    const siteName = result.siteName ?? venueNameOf(getState())
    const checkIn = createStoredCheckIn(attempt.body, { ...result, siteName }, attempt.madeAt, readClock())
    ownTime = checkIn.submissionTime
    saveCheckIn(visitStorage().local, getState().methodKey, checkIn)
    setDraft(emptyDraft)
    setState({ checkIn, asideCheckIn: undefined, endedSignIn: undefined })
    // The method was moved, or its site renamed, since the page was loaded.
    if (result.siteName !== undefined) void refreshMethod()
  },
  isOnline: () => navigator.onLine,
  now: readClock,
  random: Math.random,
})

const sendAttempt = ({ key, body, madeAt }: Attempt, signal: AbortSignal) =>
  api.call(
    submitCheckInEndpoint,
    // These values are not part of the attempt: it may be sent again with a newer draft.
    {
      body: {
        ...body,
        draft: serverDraft(getState()),
        siteName: venueNameOf(getState()),
        earlierToken: earlierToken(),
        kioskToken: readKioskToken(body.machineId),
        // `madeAt` is 0 if the time is in doubt. The server either knows the attempt or rejects
        // this old time: a phone must not sign anyone in for a past time.
        signedInAt: madeAt ? undefined : '2000-01-01T00:00:00Z',
      },
      headers: { 'idempotency-key': key },
    },
    { signal },
  )

const SAME_PRESS_MS = 10_000
/** The latest sign-in of this window. Its visitor may correct it by another one. */
let ownTime: string | undefined

/** The result in another window, where the same person has just signed in. */
function signedInMeanwhile({ body, madeAt }: Attempt): CheckInResult | undefined {
  const other = loadCheckIns(visitStorage().local, readClock())[getState().methodKey]
  if (!other?.checkOutToken || other.submissionTime === ownTime || !isSamePerson(other, body))
    return undefined
  if (!madeAt || madeAt - other.storedAt > SAME_PRESS_MS) return undefined
  return { ...other, invalidCode: false }
}

/** The token of an earlier pass, by which the server recognises this phone. Kiosks have none. */
function earlierToken(): string | undefined {
  const { methodKey } = getState()
  if (isKiosk(getState())) return undefined
  const checkIns = loadCheckIns(visitStorage().local, readClock())
  return (checkIns[methodKey] ?? findLatestCheckIn(checkIns))?.checkOutToken ?? undefined
}

/**
 * Retries a waiting attempt when the network is back or the page becomes visible, and stores typed
 * text when the page is hidden.
 */
export function followPage(): void {
  addEventListener('online', submitter.retryAutomatically)
  addEventListener('pagehide', storeTyped)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') submitter.retryAutomatically()
    else storeTyped()
  })
}

interface OpenMethodOptions {
  methodKey: string
  language: Language
  /** The URL is that of the check-out confirmation, which this window's storage may hold. */
  isCheckedOutPage: boolean
}

/** Loads a method. Restores the visit from the browser's storage once the page is hydrated. */
export async function openMethod({
  methodKey,
  language,
  isCheckedOutPage,
}: OpenMethodOptions): Promise<void> {
  if (getState().methodKey === methodKey) return
  submitter.stop()
  storeTyped()
  setMethod(methodKey, await findMethod(methodKey, language))
  if (getState().isServerRendered) return
  setState({ ...loadVisit(isCheckedOutPage), userData: notLoaded })
  submitter.retryAutomatically()
  if (getState().draft.areDetailsConfirmed) await Promise.race([loadUserData(), timeout()])
}

/** Marks the page as rendered by the server and not hydrated yet. */
export function markServerRendered(): void {
  setState({ isServerRendered: true })
}

/** Hydrates a server-rendered page: typed text takes precedence over stored data. */
export function hydrate(typed: Details): void {
  const visit = loadVisit(false)
  setState({ ...visit, isServerRendered: false })
  // If the time of a sign-in is in doubt, its visitor is no longer waiting: newly typed text wins.
  const isAnother = pendingAttempt(visit.submission)?.madeAt === 0 && isTypedAnew(typed, visit.draft.details)
  if (isAnother || (!visit.checkIn && !isFormClosed(visit.submission))) {
    setDraft(mergeTypedDetails(isAnother ? emptyDraft : visit.draft, typed))
    if (!getState().draft.areDetailsConfirmed) dropAttempt(isAnother)
  }
  submitter.retryAutomatically()
  if (getState().draft.areDetailsConfirmed) void loadUserData()
}

function loadVisit(isCheckedOutPage: boolean): Visit {
  const { methodKey, method } = getState()
  const stored = visitStorage()
  const now = readClock()
  const checkIns = loadCheckIns(stored.local, now)
  // The sign-in may have been made under an earlier key (`followNewKey`).
  const made = Object.values(checkIns).find(
    (record) => method.status === 'ready' && isOfMethod(record, method.machine.id),
  )
  return restoreVisit({
    methodKey,
    checkIns: made ? { [methodKey]: made, ...checkIns } : checkIns,
    checkOut: isCheckedOutPage ? loadCheckOut(stored.session, methodKey) : undefined,
    attempt: loadAttempt(stored.local, methodKey, now),
    draft: loadDraft(stored.session, methodKey),
  })
}

function timeout(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, USER_DATA_TIMEOUT_MS))
}

/** Sends the sign-in, or continues a pending attempt with an equal body. */
export function submit(): void {
  const state = getState()
  if (state.method.status !== 'ready' || state.checkIn) return
  const { id: machineId, useTemperature } = state.method.machine
  const body = createBody({ machineId, useTemperature, form: formOf(state), draft: state.draft })
  const signedIn = findJustSignedIn(body)
  if (signedIn) return setState({ checkIn: signedIn, asideCheckIn: undefined })
  const own = pendingAttempt(state.submission)
  const waiting = readAttempts(visitStorage().local, state.methodKey)
  const attempt = getOrCreateAttempt(body, own ? [own, ...waiting] : waiting, randomUuid, readClock())
  submitter.submit(isRefusedByAnswer(state) ? { ...attempt, isRefusal: true } : attempt)
}

const JUST_NOW_MS = 60_000

/**
 * A sign-in of the same person that another window has just made, as when a QR code is scanned
 * twice.
 */
function findJustSignedIn(body: CheckInSubmission): StoredCheckIn | undefined {
  const { methodKey, draft } = getState()
  if (draft.isStartedAgain) return undefined
  const now = readClock()
  const stored = loadCheckIns(visitStorage().local, now)[methodKey]
  const isSame = stored && isSamePerson(stored, body)
  return isSame && isWithin(JUST_NOW_MS, stored.storedAt, now) ? stored : undefined
}

export const retry = submitter.retry

/** Aborts the running calls and ignores their responses. */
export const stopSubmitting = submitter.stop
