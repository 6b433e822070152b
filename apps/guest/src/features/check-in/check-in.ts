import { api, findUserDataEndpoint, submitCheckInEndpoint } from '../../lib/api.ts'
import { local, session } from '../../lib/browser-storage.ts'
import { currentLanguage, rememberLanguage, showLanguage } from '../../lib/language.ts'
import { randomId } from '../../lib/random-id.ts'
import { noStorage, type SafeStorage } from '../../lib/safe-storage.ts'
import type { Answers } from './answers.ts'
import { formOf, useCheckIn } from './check-in-store.ts'
import { normaliseDetails, type Details } from './details.ts'
import { draftFor, emptyDraft, loadDraft, saveDraft, withTyped, type Draft } from './draft.ts'
import { fetchMethod, findMethod, type Method } from './machine-data.ts'
import { stepOfError } from './step-of-error.ts'
import { restoreVisit, type Visit } from './restore-visit.ts'
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
import { attemptOf, notSubmitted, wantsFreshDraft } from './submission/submission.ts'
import { createSubmitter } from './submission/submitter.ts'
import { keptRole, nextUserData, notLoaded, personOf, type UserDataEvent } from './user-data.ts'
import type { Language } from '@gatehouse/validation/vocabulary'

const read = useCheckIn.getState
const change = useCheckIn.setState

/** How long a page that is opened again waits for somebody's own questions before it goes on. */
const PATIENCE_MILLISECONDS = 3000

const submitter = createSubmitter({
  send: ({ key, body }, signal) =>
    api.call(
      submitCheckInEndpoint,
      // The draft is no part of what is sent: an equal sign-in may go with a fresh one.
      { body: { ...body, draft: serverDraft() }, headers: { 'idempotency-key': key } },
      { signal },
    ),
  read: () => read().submission,
  write(submission) {
    saveAttempt(memory().local, read().methodKey, attemptOf(submission))
    if (submission.status === 'bad-code') {
      changeDraft({ code: '' })
      change({ secondCodeDraft: submission.secondCodeDraft })
    }
    if (wantsFreshDraft(submission)) {
      change({ secondCodeDraft: undefined })
      void refreshMethod()
    }
    if (submission.status === 'failed' && submission.error.code === 'not_found') {
      change({ method: { status: 'invalid', reason: 'unknown' } })
    }
    change({ submission })
    // The server asks something else than this page knows of.
    if (stepOfError(submission) === 'questions') void refreshMethod()
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

/** What the server handed out for this form. */
function serverDraft(): string | undefined {
  const { method, secondCodeDraft } = read()
  return secondCodeDraft ?? (method.status === 'ready' ? method.machine.draft : undefined)
}

/** Retries when there is reason to hope: the network is back, or the visitor looks at the page again. */
export function watchForAnswers(): void {
  addEventListener('online', submitter.retryByItself)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') submitter.retryByItself()
  })
}

interface Opening {
  methodKey: string
  language: Language
  /** The confirmation itself is opened again, so that it may be shown from this window's memory. */
  isCheckedOutPage: boolean
}

/** Takes up the visit at a method: what the server says of it and, once the page is ours, what this browser remembers. */
export async function openMethod({ methodKey, language, isCheckedOutPage }: Opening): Promise<void> {
  if (read().methodKey === methodKey) return
  submitter.stop()
  setMethod(methodKey, await findMethod(methodKey, language))
  if (read().isServerRendered) return
  change({ ...rememberedVisit(isCheckedOutPage), userData: notLoaded })
  submitter.retryByItself()
  if (read().draft.areDetailsConfirmed) await Promise.race([loadUserData(), timeout()])
}

/** The page came with its first step written, which the script is about to take over. */
export function expectServerRenderedPage(): void {
  change({ isServerRendered: true })
}

/** The written page is drawn by the script from now on: what was typed so far is kept, then what the browser remembers. */
export function hydrate(typed: Details): void {
  const visit = rememberedVisit(false)
  const isUnderWay = visit.checkIn !== undefined || attemptOf(visit.submission) !== undefined
  change({ ...visit, isServerRendered: false })
  if (!isUnderWay) setDraft(withTyped(visit.draft, typed))
  submitter.retryByItself()
  if (read().draft.areDetailsConfirmed) void loadUserData()
}

function rememberedVisit(isCheckedOutPage: boolean): Visit {
  const { methodKey } = read()
  const { local: remembered, session: window } = memory()
  const now = Date.now()
  return restoreVisit({
    methodKey,
    checkIns: loadCheckIns(remembered, now),
    checkOut: isCheckedOutPage ? loadCheckOut(window, methodKey, now) : undefined,
    attempt: loadAttempt(remembered, methodKey, now),
    draft: loadDraft(window, methodKey),
  })
}

function timeout(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS))
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
  if (read().userData.status !== 'not-loaded') await loadUserData()
  forgetLostRole()
}

/**
 * Asks for the visitor's own roles and questions, where the method's depend on who comes. Never throws: without an answer there are
 * none, and the server has the last word.
 */
export async function loadUserData(): Promise<void> {
  const { method, draft } = read()
  if (method.status !== 'ready' || !method.machine.questionsByUser) return
  const person = personOf(draft.details)
  const { firstName, lastName, mobile } = normaliseDetails(draft.details)
  const body = { id: method.machine.id, firstName, lastName, mobile, language: currentLanguage() }
  noteUserData({ type: 'ask', person })
  await api.call(findUserDataEndpoint, { body }).then(
    (form) => noteUserData({ type: 'answer', person, form }),
    () => noteUserData({ type: 'failure', person }),
  )
}

function noteUserData(event: UserDataEvent): void {
  change({ userData: nextUserData(read().userData, event) })
  if (event.type === 'answer' || event.type === 'failure') forgetLostRole()
}

/** A role that is no longer offered is no choice. */
function forgetLostRole(): void {
  const state = read()
  const { roleId } = state.draft
  const kept = keptRole(formOf(state), roleId)
  if (kept !== roleId) changeDraft({ roleId: kept })
}

export function changeDetails(details: Partial<Details>): void {
  const { draft } = read()
  clearError()
  const changed = { ...draft.details, ...details }
  if (personOf(changed) !== personOf(draft.details)) noteUserData({ type: 'changed' })
  changeDraft({
    details: changed,
    areDetailsConfirmed: false,
    areDetailsRemembered: false,
  })
}

/** The details were checked and found complete. */
export function confirmDetails(): void {
  clearError()
  changeDraft({ areDetailsConfirmed: true })
}

/** Another person holds the phone: nothing of the last one stays in the form. */
export function emptyDetails(): void {
  const { isStartedAgain } = read().draft
  noteUserData({ type: 'changed' })
  setDraft({ ...emptyDraft, isStartedAgain })
}

export function chooseRole(roleId: string): void {
  clearError()
  changeDraft({ roleId })
}

export function answerQuestion(id: string, answer: Answers[string]): void {
  clearError()
  changeDraft({ answers: { ...read().draft.answers, [id]: answer } })
}

/** The answers were checked and found complete. */
export function confirmAnswers(): void {
  clearError()
}

export function typeCode(code: string): void {
  changeDraft({ code })
}

/** Sends the sign-in; while an equal one is under way, goes on with that one. */
export function submit(): void {
  const state = read()
  if (state.method.status !== 'ready' || state.checkIn) return
  const { id: machineId, useTemperature } = state.method.machine
  const body = bodyOf({ machineId, useTemperature, form: formOf(state), draft: state.draft })
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

/** The same, pressed: on a shared tablet the next visitor gets a draft of their own. */
export function pressStartAgain(): void {
  startAgain()
  const { method } = read()
  if (method.status === 'ready' && method.machine.kiosk) void refreshMethod()
}

/** Begins a new sign-in; stored check-ins and the method's data are kept (specification, section 4). */
export function startAgain(): void {
  const { methodKey } = read()
  submitter.stop()
  saveAttempt(memory().local, methodKey, undefined)
  saveCheckOut(memory().session, methodKey, undefined)
  change({
    checkIn: undefined,
    submission: notSubmitted,
    userData: notLoaded,
    secondCodeDraft: undefined,
    startsAgain: read().startsAgain + 1,
  })
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

/** What was refused is being changed, so the error no longer speaks of it. */
function clearError(): void {
  const { submission } = read()
  if (submission.status === 'failed' && !submission.attempt) {
    change({ submission: { status: 'not-submitted', badCodes: submission.badCodes } })
  }
}
