import type { CheckInForm } from './check-in-form.ts'
import { asksRole, questionsForRole, roleOf } from './check-in-form.ts'
import { visitLimits } from '@gatehouse/validation/limits'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import type { Question } from '@gatehouse/validation/questions'

/** By question id: `yes` or `no`, a text, the id of an option, or the ids of several. */
export type Answers = Record<string, string | string[]>

/** What is wrong with an answer: the key of a schema's message, or `failing` for an answer that prevents the sign-in. */
export type AnswerError = FieldCode | 'failing'

export interface InvalidAnswer {
  /** The id of a question, or `role`. */
  id: string
  error: AnswerError
}

/** The missing and failing answers, in the order of the page. */
export function findInvalidAnswers(
  form: CheckInForm,
  roleId: string | null,
  answers: Answers,
): InvalidAnswer[] {
  const role = roleOf(form, roleId)
  const invalid: InvalidAnswer[] = asksRole(form) && !role ? [{ id: 'role', error: 'role_required' }] : []
  for (const question of questionsForRole(form, role)) {
    const error = checkAnswer(question, answers[question.id])
    if (error) invalid.push({ id: question.id, error })
  }
  return invalid
}

/**
 * Whether an answer refuses the visitor, whatever the others are. Without a role, which decides the
 * questions, none does.
 */
export const isRefusal = (invalid: readonly InvalidAnswer[]): boolean =>
  invalid.some(({ error }) => error === 'failing') && invalid.every(({ id }) => id !== 'role')

export function checkAnswer(question: Question, given: Answers[string] | undefined): AnswerError | undefined {
  const answer = validAnswer(question, given)
  if (answer === undefined) return 'answer_required'
  if (question.type === 'free text') {
    return answer.length > visitLimits.freeTextCharacters ? 'too_long' : undefined
  }
  return isFailing(question, answer) ? 'failing' : undefined
}

/** The answers as they are sent: only to the questions that apply, each with the text and the version of its question. */
export function submittedAnswers(
  questions: readonly Question[],
  answers: Answers,
): Record<string, { question_text: string; version?: number; answer: string | string[] }> {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = validAnswer(question, answers[question.id])
      const { id, questionText: question_text, version } = question
      return answer === undefined ? [] : [[id, { question_text, ...(version && { version }), answer }]]
    }),
  )
}

/** The answer without options that are no longer offered. A stored answer may be older than the question. */
function validAnswer(question: Question, given: Answers[string] | undefined): Answers[string] | undefined {
  switch (question.type) {
    case 'yes/no':
      return given === 'yes' || given === 'no' ? given : undefined
    case 'free text':
      return typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined
    case 'select':
      return question.answers.find(({ id }) => id === given)?.id
    case 'multi-select': {
      const chosen = question.answers.filter(({ id }) => Array.isArray(given) && given.includes(id))
      return chosen.length > 0 ? chosen.map(({ id }) => id) : undefined
    }
  }
}

/** The action `fail` marks a failing answer, in upper or lower case (specification, section 3). */
function isFailing(question: Question, answer: Answers[string]): boolean {
  const fails = ({ action }: { action: string }) => action.toLowerCase() === 'fail'
  if (question.type === 'yes/no') return fails(answer === 'yes' ? question.answers.yes : question.answers.no)
  if (question.type === 'free text') return false
  return question.answers.some((option) => fails(option) && [answer].flat().includes(option.id))
}

/** The answers without those to questions that read otherwise by now. A typed text stays, because it is not lost for a changed question. */
export function withoutAnswersTo(
  questions: readonly Question[],
  changed: (id: string) => boolean,
  answers: Answers,
): Answers {
  const isTyped = new Set(questions.flatMap(({ id, type }) => (type === 'free text' ? [id] : [])))
  return Object.fromEntries(Object.entries(answers).filter(([id]) => isTyped.has(id) || !changed(id)))
}
