import { type Stranger, strangerOf } from '@gatehouse/api-client/api-error'
import { activeLanguage } from '@gatehouse/i18n/use-language'
import { saveLanguageCookie } from '@gatehouse/i18n/language-choice'
import type { Language } from '@gatehouse/validation/vocabulary'
import { api, findUserDataEndpoint } from '../../lib/api.ts'
import { withoutAnswersTo } from './form/answers.ts'
import {
  changeDraft,
  formOf,
  isKiosk,
  keepAttempt,
  serverDraft,
  setDraft,
  setMethod,
  setTypedDraft,
  useCheckIn,
} from './check-in-store.ts'
import { normaliseDetails, type Details } from './form/details.ts'
import { confirmationOf, type Draft, emptyDraft } from './form/draft.ts'
import { fetchMethod } from './machine-data.ts'
import { isChangedQuestion, isFormClosed } from './submission/submission.ts'
import { keepOfferedRole, nextUserData, personKey, type UserDataEvent } from './user-data.ts'

const getState = useCheckIn.getState
const setState = useCheckIn.setState

/**
 * After this time without a response the visitor continues without questions. The server checks the
 * sign-in.
 */
const USER_DATA_LIMIT_MS = 40_000

/**
 * Fetches the method in the active language. Without a response the known one stays.
 * @returns whether there was a response, or another language or method has been requested since
 */
export async function refreshMethod(): Promise<boolean> {
  const { methodKey } = getState()
  const language = activeLanguage()
  const method = await fetchMethod(methodKey, language)
  if (getState().methodKey !== methodKey || activeLanguage() !== language) return true
  if (method.status !== 'ready') return method.reason === 'unknown'
  setMethod(methodKey, method)
  if (getState().userData.status !== 'not-loaded') await loadUserData()
  dropUnofferedRole()
  return true
}

/**
 * Changes the language. The code for it is loaded after the first screen. A kiosk does not store
 * the choice. If the texts cannot be loaded, as after a release, the page is reloaded in that
 * language.
 */
export async function switchLanguage(language: Language): Promise<void> {
  if (!isKiosk(getState())) saveLanguageCookie(language)
  try {
    const { translatePage } = await import('./translate-page.tsx')
    await translatePage(language)
  } catch {
    location.reload()
  }
}

/**
 * Loads the visitor's own roles and questions, for methods where they depend on the person. Never
 * throws: without a response there are none, and the server checks the submission anyway.
 * @returns what responded in place of the server, if anything did
 */
export async function loadUserData(): Promise<Stranger | undefined> {
  const { method, draft } = getState()
  if (method.status !== 'ready' || !method.machine.questionsByUser) return undefined
  const person = personKey(draft.details)
  const { firstName, lastName, mobile } = normaliseDetails(draft.details)
  const language = activeLanguage()
  const body = {
    id: method.machine.id,
    firstName,
    lastName,
    mobile,
    ...confirmationOf(draft),
    language,
    draft: serverDraft(getState()),
  }
  updateUserData({ type: 'request', person })
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), USER_DATA_LIMIT_MS)
  try {
    const form = await api.call(findUserDataEndpoint, { body }, { signal: limit.signal })
    if (activeLanguage() === language) updateUserData({ type: 'response', person, form })
    // The language has changed meanwhile: load the form again in the new one.
    else if (getState().userData.status === 'loading') return await loadUserData()
    return undefined
  } catch (error) {
    const stranger = strangerOf(error)
    updateUserData(stranger ? { type: 'reset' } : { type: 'failure', person })
    return stranger
  } finally {
    clearTimeout(timer)
  }
}

function updateUserData(event: UserDataEvent): void {
  setState({ userData: nextUserData(getState().userData, event) })
  if (event.type === 'response' || event.type === 'failure') dropUnofferedRole()
}

/** Removes the chosen role if it is no longer offered. */
function dropUnofferedRole(): void {
  const state = getState()
  const { roleId } = state.draft
  const offered = keepOfferedRole(formOf(state), roleId)
  if (offered !== roleId) changeDraft({ roleId: offered })
}

/** Partial changes of the draft, the details and the answers. */
type Edit = Partial<Omit<Draft, 'details'>> & { details?: Partial<Details> }

/**
 * Applies the visitor's input, and drops the error and the waiting attempt of the earlier input.
 */
export function edit({ details, answers, ...parts }: Edit): void {
  clearError()
  dropAttempt()
  const { draft } = getState()
  const edited = { ...draft, ...parts, answers: { ...draft.answers, ...answers } }
  if (details) {
    edited.details = { ...draft.details, ...details }
    edited.areDetailsConfirmed = false
    edited.areDetailsRemembered = false
    if (personKey(edited.details) !== personKey(draft.details)) updateUserData({ type: 'reset' })
  }
  setTypedDraft(edited)
}

/** Marks the details as checked and complete. */
export function confirmDetails(): void {
  clearError()
  changeDraft({ areDetailsConfirmed: true })
}

/** Empties the form for another person on the same phone. */
export function clearDetails(): void {
  const { isStartedAgain } = getState().draft
  clearError()
  dropAttempt()
  updateUserData({ type: 'reset' })
  setDraft({ ...emptyDraft, isStartedAgain })
}

/** Removes the answers to questions that the server says have changed. */
export function forgetChangedAnswers(): void {
  const state = getState()
  const { answers } = state.draft
  const changed = (id: string) => isChangedQuestion(state.submission, id)
  changeDraft({ answers: withoutAnswersTo(formOf(state).questions, changed, answers) })
}

/** Removes the server's rejection, because the visitor is correcting its cause. */
export function clearError(): void {
  const { submission } = getState()
  if (submission.status === 'failed' && !submission.attempt) {
    setState({ submission: { status: 'not-submitted', badCodes: submission.badCodes } })
  }
}

/**
 * Removes the attempt that waits for a network, because its content is being changed.
 * @param isAnySent also an attempt that the server may have received
 */
export function dropAttempt(isAnySent?: boolean): void {
  const { submission } = getState()
  if (submission.status !== 'waiting' || (!isAnySent && isFormClosed(submission))) return
  keepAttempt(undefined)
  setState({ submission: { status: 'not-submitted', badCodes: submission.badCodes } })
}
