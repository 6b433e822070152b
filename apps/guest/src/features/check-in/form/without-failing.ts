import type { Question } from '@gatehouse/validation/questions'
import { type Answers, checkAnswer } from './answers.ts'

/** The answers without the failing ones. */
export function withoutFailing(questions: readonly Question[], answers: Answers): Answers {
  const fails = new Set(
    questions.flatMap((question) =>
      checkAnswer(question, answers[question.id]) === 'failing' ? question.id : [],
    ),
  )
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !fails.has(id)))
}
