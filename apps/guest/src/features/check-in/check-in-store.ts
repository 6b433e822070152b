import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import { type ReactNode, useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { local, noStorage, session, type SafeStorage } from '../../lib/storage.ts'
import { findInvalidAnswers } from './form/answers.ts'
import { asksAnything, type CheckInForm } from './form/check-in-form.ts'
import { emptyDraft, saveDraft, type Draft } from './form/draft.ts'
import type { FlowState, KioskStep } from './form/flow.ts'
import type { Method } from './machine-data.ts'
import { canCheckOut } from './outcome.ts'
import type { Visit } from './restore-visit.ts'
import { type Attempt, saveAttempt } from './submission/attempt.ts'
import { stepOfError } from './submission/reply.ts'
import { notSubmitted, pendingAttempt } from './submission/submission.ts'
import { emptyForm, formFor, isFormKnown, notLoaded, type UserData } from './user-data.ts'

export interface CheckInState extends Visit {
  methodKey: string
  method: Method
  userData: UserData
  /** Sign-in time (server clock) of the pass that has ended. */
  endedSignIn: string | undefined
  /** The page is not hydrated yet: the store knows neither the typed text nor the stored data. */
  isServerRendered: boolean
  /** The kiosk's own screen; undefined during a sign-in and on phones. */
  kioskStep: KioskStep | undefined
  /** The method of each sign-in that the kiosk has stored and not sent. Undefined on phones. */
  waiting?: readonly string[]
  /**
   * The result of the pairing link; `invalid` if its code was used, has expired, or belongs to
   * another kiosk.
   */
  pairing?: 'paired' | 'invalid' | 'failed' | undefined
  /** Shown in each step of the form. Set by a chunk that is loaded later. */
  formNotice?: ReactNode
  /** How often Start Again was pressed on this page. Each press remounts the screens. */
  startCount: number
}

const store = createStore<CheckInState>(() => ({
  methodKey: '',
  method: { status: 'invalid', reason: 'unknown' },
  draft: emptyDraft,
  submission: notSubmitted,
  checkIn: undefined,
  userData: notLoaded,
  asideCheckIn: undefined,
  endedSignIn: undefined,
  isServerRendered: false,
  kioskStep: 'welcome',
  startCount: 0,
}))

function useStore(): CheckInState
function useStore<Part>(select: (state: CheckInState) => Part): Part
function useStore<Part>(select?: (state: CheckInState) => Part): CheckInState | Part {
  const read = () => (select ? select(store.getState()) : store.getState())
  // Hydration reads the same state as the render on the server, so both snapshots are the current
  // one.
  return useSyncExternalStore(store.subscribe, read, read)
}

/**
 * The visit in this window, independent of the mounted screens. Only `check-in.ts`,
 * `form-actions.ts` and, on the server, `render-first-step.tsx` change it.
 */
export const useCheckIn = Object.assign(useStore, {
  getState: store.getState,
  setState: store.setState,
  subscribe: store.subscribe,
})

/** The method's data. @throws on the invalid screen, which has none */
export function useMachine(): MachineData {
  const method = useCheckIn((state) => state.method)
  if (method.status !== 'ready') throw new Error('This screen needs a valid method.')
  return method.machine
}

/** The venue of the visit if there is one, else of the method. */
export function venueNameOf({ checkIn, method }: Pick<CheckInState, 'checkIn' | 'method'>): string {
  return checkIn?.siteName ?? (method.status === 'ready' ? method.machine.siteName : '')
}

export function useDraft(): Draft {
  return useCheckIn((state) => state.draft)
}

/** The draft that the server issued for this form. */
export const serverDraft = ({ method }: CheckInState): string | undefined =>
  method.status === 'ready' ? method.machine.draft : undefined

/** The roles and questions of this visit. */
export function formOf({ method, userData }: CheckInState): CheckInForm {
  return method.status === 'ready' ? formFor(method.machine, userData) : emptyForm
}

/** The part of the state that decides which step is shown. */
export function flowStateOf(state: CheckInState): FlowState {
  const { method, draft, submission, checkIn, userData, kioskStep } = state
  const form = formOf(state)
  const errorStep = stepOfError(submission)
  return {
    isMethodValid: method.status === 'ready',
    isDetailsComplete:
      draft.areDetailsConfirmed &&
      errorStep !== 'details' &&
      (method.status !== 'ready' || isFormKnown(method.machine, userData)),
    asksQuestions: asksAnything(form) || (method.status === 'ready' && method.machine.asksHost === true),
    isQuestionsComplete:
      findInvalidAnswers(form, draft.roleId, draft.answers).length === 0 && errorStep !== 'questions',
    asksCode: method.status === 'ready' && method.machine.useTemperature,
    isRefused: draft.refusedAt !== '',
    kioskStep: isKiosk(state) ? kioskStep : undefined,
    checkIn: checkIn && { canCheckOut: canCheckOut(checkIn), isCheckedOut: checkIn.checkedOut },
  }
}

/** The muster at the site; undefined beside a pass on a phone, which requests its own. */
export function musterOf(state: CheckInState): MachineData['muster'] {
  const { method, checkIn } = state
  const isPass = checkIn && !isKiosk(state) && (canCheckOut(checkIn) || checkIn.checkedOut)
  return method.status === 'ready' && !isPass ? method.machine.muster : undefined
}

/** Whether sign-ins are blocked because of an evacuation. A drill doesn't block them. */
export const isEvacuation = (state: CheckInState): boolean => musterOf(state)?.drill === false

export function isKiosk({ method }: Pick<CheckInState, 'method'>): boolean {
  return method.status === 'ready' && method.machine.kiosk
}

/** The storages of the visit. A kiosk stores nothing in them, because many people share it. */
export function visitStorage(): { local: SafeStorage; session: SafeStorage } {
  return isKiosk(store.getState()) ? { local: noStorage, session: noStorage } : { local, session }
}

export function setMethod(methodKey: string, method: Method): void {
  if (method.status === 'ready') document.documentElement.dataset['look'] = method.machine.config.look
  store.setState({ methodKey, method })
}

/** How long typed text may be in memory only. */
const STORE_MS = 500
let storing: ReturnType<typeof setTimeout> | undefined

/** Replaces the draft and stores it. */
export function setDraft(draft: Draft): void {
  store.setState({ draft })
  storeDraft()
}

/** Replaces the draft and stores it with a delay, not for each letter. */
export function setTypedDraft(draft: Draft): void {
  store.setState({ draft })
  storing ??= setTimeout(storeDraft, STORE_MS)
}

function storeDraft(): void {
  clearTimeout(storing)
  storing = undefined
  const { methodKey, draft } = store.getState()
  saveDraft(visitStorage().session, methodKey, draft)
}

/** Stores typed text at once, because the page may end now. */
export function storeTyped(): void {
  if (storing !== undefined) storeDraft()
}

/** Replaces the stored attempt of this window. */
export function keepAttempt(attempt: Attempt | undefined): void {
  const { methodKey, submission } = store.getState()
  saveAttempt(visitStorage().local, methodKey, attempt, pendingAttempt(submission))
}

export function changeDraft(part: Partial<Draft>): void {
  setDraft({ ...store.getState().draft, ...part })
}
