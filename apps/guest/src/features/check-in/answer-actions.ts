import { changeDraft, useCheckIn } from './check-in-store.ts'
import type { Answers } from './form/answers.ts'
import { clearError, dropAttempt } from './form-actions.ts'

export function setRole(roleId: string): void {
  clearError()
  dropAttempt()
  changeDraft({ roleId })
}

export function answerQuestion(id: string, answer: Answers[string]): void {
  clearError()
  dropAttempt()
  changeDraft({ answers: { ...useCheckIn.getState().draft.answers, [id]: answer } })
}

/** Marks the answers as checked and complete. */
export function confirmAnswers(): void {
  clearError()
}

export function typeCode(code: string): void {
  dropAttempt()
  changeDraft({ code })
}
