import type { CheckInForm } from './check-in-form.ts'
import { asksRole, questionsForRole, roleOf } from './check-in-form.ts'
import { visitLimits } from '@gatehouse/validation/limits'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import type { Question } from '@gatehouse/validation/questions'

/** By question id: `yes` or `no`, a text, the id of an option, or the ids of several. */
export type Answers = Record<string, string | string[]>

/**
 * The error of an answer: a schema's message key, or `failing` for an answer that refuses the
 * sign-in.
 */
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
 * Whether a failing answer refuses the visitor, whatever the others are. Without a role, which
 * selects the questions, none does.
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

/**
 * The answers to send: only for the questions that apply, each with its question's text and
 * version.
 */
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

/**
 * The answer without options that are no longer offered: a stored answer may be older than the
 * question.
 */
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

/** The action `fail`, in any case, marks a failing answer (specification, section 3). */
function isFailing(question: Question, answer: Answers[string]): boolean {
  const fails = ({ action }: { action: string }) => action.toLowerCase() === 'fail'
  if (question.type === 'yes/no') return fails(answer === 'yes' ? question.answers.yes : question.answers.no)
  if (question.type === 'free text') return false
  return question.answers.some((option) => fails(option) && [answer].flat().includes(option.id))
}

/** The answers without those to changed questions. Typed text stays. */
export function withoutAnswersTo(
  questions: readonly Question[],
  changed: (id: string) => boolean,
  answers: Answers,
): Answers {
  const isTyped = new Set(questions.flatMap(({ id, type }) => (type === 'free text' ? [id] : [])))
  return Object.fromEntries(Object.entries(answers).filter(([id]) => isTyped.has(id) || !changed(id)))
}
