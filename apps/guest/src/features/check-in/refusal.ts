import { readClock } from '../../lib/clock.ts'
import { changeDraft, type CheckInState, formOf, useCheckIn } from './check-in-store.ts'
import { findInvalidAnswers, isRefusal } from './form/answers.ts'
import { notSubmitted } from './submission/submission.ts'

/** Whether what is chosen now refuses the visitor. */
export function isRefusedByAnswer(state: CheckInState): boolean {
  const { roleId, answers } = state.draft
  return isRefusal(findInvalidAnswers(formOf(state), roleId, answers))
}

/** An answer has refused the visitor, and the server has it, or a kiosk keeps it. */
export function showRefusal(): void {
  changeDraft({ refusedAt: new Date(readClock()).toISOString(), code: '' })
  useCheckIn.setState({ submission: notSubmitted })
}
