import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { blocksOf } from './answers.ts'
import { emptyDraft, type Draft } from './draft.ts'
import type { FlowState } from './flow.ts'
import type { Method } from './machine-data.ts'
import { asksAnything, type CheckInForm } from './check-in-form.ts'
import { canCheckOut } from './outcome.ts'
import { stepOfError } from './step-of-error.ts'
import type { Visit } from './restore-visit.ts'
import { notSubmitted } from './submission/submission.ts'
import { isFormKnown, notLoaded, formAt, type UserData } from './user-data.ts'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'

export interface CheckInState extends Visit {
  methodKey: string
  method: Method
  userData: UserData
  /** The server's draft that keeps the first temperature code, while a second one is asked for. */
  secondCodeDraft: string | undefined
  /** The page stands as the server wrote it: what was typed into it, and what the browser remembers, is not yet known here. */
  isServerRendered: boolean
  /** How often Start Again began a new sign-in on this page: its screens begin anew with it. */
  startsAgain: number
}

const store = createStore<CheckInState>(() => ({
  methodKey: '',
  method: { status: 'invalid', reason: 'unknown' },
  draft: emptyDraft,
  submission: notSubmitted,
  checkIn: undefined,
  userData: notLoaded,
  secondCodeDraft: undefined,
  isServerRendered: false,
  startsAgain: 0,
}))

function useStore(): CheckInState
function useStore<Part>(select: (state: CheckInState) => Part): Part
function useStore<Part>(select?: (state: CheckInState) => Part): CheckInState | Part {
  const read = () => (select ? select(store.getState()) : store.getState())
  // Taking over a written page begins with the state of this very moment, on the server as on the phone.
  return useSyncExternalStore(store.subscribe, read, read)
}

/** The visit that this window is about: it outlives the screens. Changed by the verbs in `check-in.ts` only. */
export const useCheckIn = Object.assign(useStore, { getState: store.getState, setState: store.setState })

/** The method's data, on every screen but the invalid one. */
export function useMachine(): MachineData {
  const method = useCheckIn((state) => state.method)
  if (method.status !== 'ready') throw new Error('This screen needs a valid method.')
  return method.machine
}

export function useDraft(): Draft {
  return useCheckIn((state) => state.draft)
}

const nothing: CheckInForm = { roles: [], questions: [] }

/** What the visitor is offered: by the method, or by who they are. */
export function formOf({ method, userData }: CheckInState): CheckInForm {
  return method.status === 'ready' ? formAt(method.machine, userData) : nothing
}

/** What the flow decides from. */
export function flowStateOf(state: CheckInState): FlowState {
  const { method, draft, submission, checkIn, userData } = state
  const form = formOf(state)
  const refusedAt = stepOfError(submission)
  return {
    isMethodValid: method.status === 'ready',
    isDetailsComplete:
      draft.areDetailsConfirmed &&
      refusedAt !== 'details' &&
      (method.status !== 'ready' || isFormKnown(method.machine, userData)),
    asksQuestions: asksAnything(form),
    isQuestionsComplete:
      blocksOf(form, draft.roleId, draft.answers).length === 0 && refusedAt !== 'questions',
    asksCode: method.status === 'ready' && method.machine.useTemperature,
    checkIn: checkIn && { canCheckOut: canCheckOut(checkIn), isCheckedOut: checkIn.checkedOut },
  }
}
