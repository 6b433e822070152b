import { readClock } from '../../lib/clock.ts'
import { changeDraft, type CheckInState, formOf, useCheckIn } from './check-in-store.ts'
import { findInvalidAnswers, isRefusal } from './form/answers.ts'
import { notSubmitted } from './submission/submission.ts'

/** Whether the current answers refuse the visitor. */
export function isRefusedByAnswer(state: CheckInState): boolean {
  const { roleId, answers } = state.draft
  return isRefusal(findInvalidAnswers(formOf(state), roleId, answers))
}

/** Shows the refusal, once the server has the answers or a kiosk keeps them. */
export function showRefusal(): void {
  changeDraft({ refusedAt: new Date(readClock()).toISOString(), code: '' })
  useCheckIn.setState({ submission: notSubmitted })
}
