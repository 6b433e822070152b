import { api, submitCheckInEndpoint } from '../../lib/api.ts'
import { local, session } from '../../lib/browser-storage.ts'
import { currentLanguage, rememberLanguage, showLanguage } from '../../lib/language.ts'
import { randomId } from '../../lib/random-id.ts'
import { noStorage, type SafeStorage } from '../../lib/safe-storage.ts'
import type { Answers } from './answers.ts'
import { offerOf, useCheckIn } from './check-in-store.ts'
import type { Details } from './details.ts'
import { draftFor, emptyDraft, loadDraft, saveDraft, type Draft } from './draft.ts'
import { fetchMethod, findMethod, type Method } from './machine-data.ts'
import { stepOfRefusal } from './refusal.ts'
import { restoreVisit } from './restore-visit.ts'
import {
  checkInOf,
  latestCheckIn,
  loadCheckIns,
  loadCheckOut,
  saveCheckIn,
  saveCheckOut,
  type StoredCheckIn,
} from './stored-check-ins.ts'
import { attemptFor, bodyOf, loadAttempt, saveAttempt } from './submission/attempt.ts'
import { attemptOf, notSubmitted } from './submission/submission.ts'
import { createSubmitter } from './submission/submitter.ts'
import type { Language } from '@gatehouse/validation/vocabulary'

const read = useCheckIn.getState
const change = useCheckIn.setState

const submitter = createSubmitter({
  send: ({ key, body }, signal) =>
    api.call(submitCheckInEndpoint, { body, headers: { 'idempotency-key': key } }, { signal }),
  read: () => read().submission,
  write(submission) {
    saveAttempt(memory().local, read().methodKey, attemptOf(submission))
    if (submission.status === 'bad-code') changeDraft({ code: '' })
    if (submission.status === 'failed' && submission.refusal.code === 'not_found') {
      change({ method: { status: 'invalid', reason: 'unknown' } })
    }
    change({ submission })
    // The server asks something else than this page knows of.
    if (stepOfRefusal(submission) === 'questions') void refreshMethod()
  },
  onResult(attempt, result) {
    const checkIn = checkInOf(attempt.body, result, Date.now())
    saveCheckIn(memory().local, read().methodKey, checkIn, Date.now())
    setDraft(emptyDraft)
    change({ checkIn })
  },
  now: Date.now,
  chance: Math.random,
})

/** Retries when there is reason to hope: the network is back, or the visitor looks at the page again. */
export function watchForAnswers(): void {
  addEventListener('online', submitter.retryByItself)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') submitter.retryByItself()
  })
}

/**
 * Takes up the visit at a method: what the server says of it and what this browser remembers.
 * @param isCheckedOutPage the confirmation itself is opened again, so that it may be shown from this window's memory
 */
export async function openMethod(
  methodKey: string,
  language: Language,
  isCheckedOutPage: boolean,
): Promise<void> {
  if (read().methodKey === methodKey) return
  submitter.stop()
  setMethod(methodKey, await findMethod(methodKey, language))
  const { local: remembered, session: window } = memory()
  const now = Date.now()
  const checkOut = isCheckedOutPage ? loadCheckOut(window, methodKey, now) : undefined
  change(
    restoreVisit({
      methodKey,
      checkIns: loadCheckIns(remembered, now),
      checkOut,
      attempt: loadAttempt(remembered, methodKey, now),
      draft: loadDraft(window, methodKey),
    }),
  )
  submitter.retryByItself()
}

/** Asks for the method once more, after it could not be reached. */
export async function retryMethod(): Promise<void> {
  const { methodKey } = read()
  setMethod(methodKey, await fetchMethod(methodKey, currentLanguage()))
}

/** Shows another language: the page’s words at once, then the questions in it. */
export async function switchLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  const { method } = read()
  if (method.status !== 'ready') return rememberLanguage(language)
  if (!method.machine.kiosk) rememberLanguage(language)
  return refreshMethod()
}

/** Fetches the method as it is now, in the language of the page; without an answer the known one stays. */
export async function refreshMethod(): Promise<void> {
  const { methodKey } = read()
  const method = await fetchMethod(methodKey, currentLanguage())
  if (method.status === 'ready' && read().methodKey === methodKey) setMethod(methodKey, method)
}

export function changeDetails(details: Partial<Details>): void {
  const { draft } = read()
  forgetRefusal()
  changeDraft({
    details: { ...draft.details, ...details },
    areDetailsConfirmed: false,
    areDetailsRemembered: false,
  })
}

/** The details were checked and found complete. */
export function confirmDetails(): void {
  forgetRefusal()
  changeDraft({ areDetailsConfirmed: true })
}

/** Another person holds the phone: nothing of the last one stays in the form. */
export function emptyDetails(): void {
  const { isStartedAgain } = read().draft
  setDraft({ ...emptyDraft, isStartedAgain })
}

export function chooseRole(roleId: string): void {
  forgetRefusal()
  changeDraft({ roleId })
}

export function answerQuestion(id: string, answer: Answers[string]): void {
  forgetRefusal()
  changeDraft({ answers: { ...read().draft.answers, [id]: answer } })
}

/** The answers were checked and found complete. */
export function confirmAnswers(): void {
  forgetRefusal()
}

export function typeCode(code: string): void {
  changeDraft({ code })
}

/** Sends the sign-in; while an equal one is under way, goes on with that one. */
export function submit(): void {
  const state = read()
  if (state.method.status !== 'ready' || state.checkIn) return
  const { id: machineId, useTemperature } = state.method.machine
  const body = bodyOf({ machineId, useTemperature, offer: offerOf(state), draft: state.draft })
  submitter.submit(attemptFor(body, attemptOf(state.submission), randomId, Date.now()))
}

export const retry = submitter.retry

/** The server has ended the visit at this time. */
export function recordCheckOut(checkOutTime: string): void {
  const { methodKey, checkIn } = read()
  if (!checkIn) return
  const checkedOut: StoredCheckIn = { ...checkIn, checkedOut: true, checkOutTime }
  saveCheckIn(memory().local, methodKey, checkedOut, Date.now())
  saveCheckOut(memory().session, methodKey, checkedOut)
  change({ checkIn: checkedOut })
}

/** Begins a new sign-in; stored check-ins and the method's data are kept (specification, section 4). */
export function startAgain(): void {
  const { methodKey } = read()
  submitter.stop()
  saveAttempt(memory().local, methodKey, undefined)
  saveCheckOut(memory().session, methodKey, undefined)
  change({ checkIn: undefined, submission: notSubmitted })
  const remembered = latestCheckIn(loadCheckIns(memory().local, Date.now()))
  setDraft({ ...draftFor(remembered), isStartedAgain: remembered !== undefined })
}

/** A tablet at the venue is shared: it remembers nothing. */
function memory(): { local: SafeStorage; session: SafeStorage } {
  const { method } = read()
  const isShared = method.status === 'ready' && method.machine.kiosk
  return isShared ? { local: noStorage, session: noStorage } : { local, session }
}

function setMethod(methodKey: string, method: Method): void {
  if (method.status === 'ready') document.documentElement.dataset['look'] = method.machine.config.look
  change({ methodKey, method })
}

function changeDraft(part: Partial<Draft>): void {
  setDraft({ ...read().draft, ...part })
}

function setDraft(draft: Draft): void {
  saveDraft(memory().session, read().methodKey, draft)
  change({ draft })
}

/** What was refused is being changed, so the refusal no longer speaks of it. */
function forgetRefusal(): void {
  const { submission } = read()
  if (submission.status === 'failed' && !submission.attempt) {
    change({ submission: { status: 'not-submitted', badCodes: submission.badCodes } })
  }
}
