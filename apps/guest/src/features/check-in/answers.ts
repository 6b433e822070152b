import type { CheckInForm } from './check-in-form.ts'
import { asksRole, questionsFor, roleOf } from './check-in-form.ts'
import { limits } from '@gatehouse/validation/limits'
import type { MessageKey } from '@gatehouse/validation/messages'
import type { Question } from '@gatehouse/validation/questions'

/** By question id: `yes` or `no`, text, an option's id, or several. */
export type Answers = Record<string, string | string[]>

/** Why a question blocks: a message of the schemas, or the answer given does not let anybody in. */
export type AnswerProblem = MessageKey | 'failing'

export interface Block {
  /** A question's id, or `role`. */
  id: string
  problem: AnswerProblem
}

/** What keeps a visitor from going on, in the order of the page; nothing where all is answered. */
export function blocksOf(form: CheckInForm, roleId: string | null, answers: Answers): Block[] {
  const role = roleOf(form, roleId)
  const blocks: Block[] = asksRole(form) && !role ? [{ id: 'role', problem: 'role_required' }] : []
  for (const question of questionsFor(form, role)) {
    const problem = problemOf(question, answers[question.id])
    if (problem) blocks.push({ id: question.id, problem })
  }
  return blocks
}

export function problemOf(question: Question, given: Answers[string] | undefined): AnswerProblem | undefined {
  const answer = validAnswer(question, given)
  if (answer === undefined) return 'answer_required'
  if (question.type === 'free text') {
    return answer.length > limits.freeTextCharacters ? 'too_long' : undefined
  }
  return isFailing(question, answer) ? 'failing' : undefined
}

/** The answers as they are sent: to the questions that apply, each with the text it was asked in. */
export function submittedAnswers(
  questions: readonly Question[],
  answers: Answers,
): Record<string, { question_text: string; answer: string | string[] }> {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = validAnswer(question, answers[question.id])
      return answer === undefined ? [] : [[question.id, { question_text: question.questionText, answer }]]
    }),
  )
}

/** An answer that was kept from before a question changed counts as far as its options are still offered. */
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

/** `fail` marks a failing answer, in whatever case it is written (specification, section 3). */
function isFailing(question: Question, answer: Answers[string]): boolean {
  const fails = ({ action }: { action: string }) => action.toLowerCase() === 'fail'
  if (question.type === 'yes/no') return fails(answer === 'yes' ? question.answers.yes : question.answers.no)
  if (question.type === 'free text') return false
  return question.answers.some((option) => fails(option) && [answer].flat().includes(option.id))
}
