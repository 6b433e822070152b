import { create } from 'zustand'
import { blocksOf } from './answers.ts'
import { emptyDraft, type Draft } from './draft.ts'
import type { FlowState } from './flow.ts'
import type { Method } from './machine-data.ts'
import { asksAnything, offerOfMethod, type Offer } from './offer.ts'
import { canCheckOut } from './outcome.ts'
import { stepOfRefusal } from './refusal.ts'
import type { Visit } from './restore-visit.ts'
import { notSubmitted } from './submission/submission.ts'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'

export interface CheckInState extends Visit {
  methodKey: string
  method: Method
}

/** The visit that this window is about: it outlives the screens. Changed by the verbs in `check-in.ts` only. */
export const useCheckIn = create<CheckInState>(() => ({
  methodKey: '',
  method: { status: 'invalid', reason: 'unknown' },
  draft: emptyDraft,
  submission: notSubmitted,
  checkIn: undefined,
}))

/** The method's data, on every screen but the invalid one. */
export function useMachine(): MachineData {
  const method = useCheckIn((state) => state.method)
  if (method.status !== 'ready') throw new Error('This screen needs a valid method.')
  return method.machine
}

export function useDraft(): Draft {
  return useCheckIn((state) => state.draft)
}

const nothing: Offer = { roles: [], questions: [] }

/** What the visitor is offered; a look-up by the visitor's details belongs here. */
export function offerOf({ method }: CheckInState): Offer {
  return method.status === 'ready' ? offerOfMethod(method.machine) : nothing
}

/** What the flow decides from. */
export function flowStateOf(state: CheckInState): FlowState {
  const { method, draft, submission, checkIn } = state
  const offer = offerOf(state)
  const refusedAt = stepOfRefusal(submission)
  return {
    isMethodValid: method.status === 'ready',
    isDetailsComplete: draft.areDetailsConfirmed && refusedAt !== 'details',
    asksQuestions: asksAnything(offer),
    isQuestionsComplete:
      blocksOf(offer, draft.roleId, draft.answers).length === 0 && refusedAt !== 'questions',
    asksCode: method.status === 'ready' && method.machine.useTemperature,
    checkIn: checkIn && { canCheckOut: canCheckOut(checkIn), isCheckedOut: checkIn.checkedOut },
  }
}
