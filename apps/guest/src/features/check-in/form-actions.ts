import { activeLanguage } from '@gatehouse/i18n/use-language'
import { saveLanguageCookie } from '@gatehouse/i18n/language-choice'
import type { Language } from '@gatehouse/validation/vocabulary'
import { api, findUserDataEndpoint } from '../../lib/api.ts'
import { activateLocale } from '../../lib/language.ts'
import type { Answers } from './form/answers.ts'
import { changeDraft, formOf, setDraft, setMethod, useCheckIn } from './check-in-store.ts'
import { normaliseDetails, type Details } from './form/details.ts'
import { confirmationOf, emptyDraft } from './form/draft.ts'
import { fetchMethod } from './machine-data.ts'
import { keepOfferedRole, nextUserData, personKey, type UserDataEvent } from './user-data.ts'

const getState = useCheckIn.getState
const setState = useCheckIn.setState

/** Fetches the method again, after it could not be reached. */
export async function retryMethod(): Promise<void> {
  const { methodKey } = getState()
  setMethod(methodKey, await fetchMethod(methodKey, activeLanguage()))
}

/** Fetches the current method in the active language. Without an answer the known one stays. */
export async function refreshMethod(): Promise<void> {
  const { methodKey } = getState()
  const method = await fetchMethod(methodKey, activeLanguage())
  if (method.status === 'ready' && getState().methodKey === methodKey) setMethod(methodKey, method)
  if (getState().userData.status !== 'not-loaded') await loadUserData()
  dropUnofferedRole()
}

/** Changes the language: first the texts of the page, then the questions. A kiosk does not store the choice. */
export async function switchLanguage(language: Language): Promise<void> {
  await activateLocale(language)
  const { method } = getState()
  if (method.status !== 'ready') return saveLanguageCookie(language)
  if (!method.machine.kiosk) saveLanguageCookie(language)
  return refreshMethod()
}

/**
 * Loads the visitor's own roles and questions, for methods where they depend on the person. Never throws: without an answer
 * there are none, and the server checks the submission in any case.
 */
export async function loadUserData(): Promise<void> {
  const { method, draft } = getState()
  if (method.status !== 'ready' || !method.machine.questionsByUser) return
  const person = personKey(draft.details)
  const { firstName, lastName, mobile } = normaliseDetails(draft.details)
  const body = {
    id: method.machine.id,
    firstName,
    lastName,
    mobile,
    ...confirmationOf(draft),
    language: activeLanguage(),
  }
  updateUserData({ type: 'request', person })
  await api.call(findUserDataEndpoint, { body }).then(
    (form) => updateUserData({ type: 'response', person, form }),
    () => updateUserData({ type: 'failure', person }),
  )
}

function updateUserData(event: UserDataEvent): void {
  setState({ userData: nextUserData(getState().userData, event) })
  if (event.type === 'response' || event.type === 'failure') dropUnofferedRole()
}

/** Removes the chosen role where it is no longer offered. */
function dropUnofferedRole(): void {
  const state = getState()
  const { roleId } = state.draft
  const offered = keepOfferedRole(formOf(state), roleId)
  if (offered !== roleId) changeDraft({ roleId: offered })
}

export function changeDetails(details: Partial<Details>): void {
  const { draft } = getState()
  clearError()
  const changed = { ...draft.details, ...details }
  if (personKey(changed) !== personKey(draft.details)) updateUserData({ type: 'reset' })
  changeDraft({
    details: changed,
    areDetailsConfirmed: false,
    areDetailsRemembered: false,
  })
}

/** Keeps the mobile although the numbering plan does not know it. */
export function confirmMobile(): void {
  clearError()
  changeDraft({ confirmedMobile: getState().draft.details.mobile })
}

/** Marks the details as checked and complete. */
export function confirmDetails(): void {
  clearError()
  changeDraft({ areDetailsConfirmed: true })
}

/** Empties the form for another person on the same phone. */
export function clearDetails(): void {
  const { isStartedAgain } = getState().draft
  updateUserData({ type: 'reset' })
  setDraft({ ...emptyDraft, isStartedAgain })
}

export function setRole(roleId: string): void {
  clearError()
  changeDraft({ roleId })
}

export function answerQuestion(id: string, answer: Answers[string]): void {
  clearError()
  changeDraft({ answers: { ...getState().draft.answers, [id]: answer } })
}

/** Marks the answers as checked and complete. */
export function confirmAnswers(): void {
  clearError()
}

export function typeCode(code: string): void {
  changeDraft({ code })
}

/** Removes the server's rejection, because what it is about is being changed. */
function clearError(): void {
  const { submission } = getState()
  if (submission.status === 'failed' && !submission.attempt) {
    setState({ submission: { status: 'not-submitted', badCodes: submission.badCodes } })
  }
}
