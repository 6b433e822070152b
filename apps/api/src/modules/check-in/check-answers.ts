import type { GivenAnswer } from '@gatehouse/validation/endpoints/check-in'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import type { Question } from '@gatehouse/validation/questions'
import type { GivenAnswer as RecordedAnswer } from '../../db/schema/visits.ts'
import { AppError } from '../../lib/app-error.ts'

/** A question with its current version, which is stored with the answer. */
export type AskedQuestion = Question & {
  version: number
  /** The visitor has read it with other texts or options, and must be asked again. */
  isStale?: boolean
}

export interface CheckedAnswers {
  recorded: RecordedAnswer[]
  /** Ids of unanswered questions. */
  missing: string[]
  /** Ids of questions that the form no longer has, or whose answer it no longer has. */
  changed: string[]
  failed: boolean
}

/**
 * Checks the answers against the questions, and records them with the questions' texts.
 * @param offered the ids of the questions of all roles: an answer to one for another role is
 * ignored
 */
export function checkAnswers(
  asked: readonly AskedQuestion[],
  given: Readonly<Record<string, GivenAnswer>>,
  offered: ReadonlySet<string> = new Set(asked.map(({ id }) => id)),
): CheckedAnswers {
  const unknown = Object.keys(given).filter((id) => !offered.has(id))
  const checked: CheckedAnswers = { recorded: [], missing: [], changed: unknown, failed: false }
  for (const question of asked) {
    const verdict = judge(
      question,
      Object.hasOwn(given, question.id) ? given[question.id]?.answer : undefined,
    )
    if (verdict === 'blank') checked.missing.push(question.id)
    else if (verdict === 'changed') checked.changed.push(question.id)
    else {
      checked.failed ||= verdict.failed
      checked.recorded.push({
        question_id: question.id,
        version: question.version,
        type: question.type,
        question_text: question.questionText,
        answer: verdict.answer,
        answer_text: verdict.text,
        failed: verdict.failed,
      })
    }
  }
  return checked
}

/**
 * On `questions_changed` the page loads the questions again.
 * @throws AppError `questions_changed` or `answers_incomplete`, with a field for each question
 */
export function assertAnswered({ missing, changed }: Pick<CheckedAnswers, 'missing' | 'changed'>): void {
  if (missing.length === 0 && changed.length === 0) return
  const fields = Object.fromEntries<FieldCode>([
    ...missing.map((id) => [`questions.${id}`, 'answer_required'] as const),
    ...changed.map((id) => [`questions.${id}`, 'question_changed'] as const),
  ])
  throw new AppError(changed.length > 0 ? 'questions_changed' : 'answers_incomplete', { fields })
}

interface Verdict {
  answer: string | string[]
  text: string
  failed: boolean
}

function judge(
  question: AskedQuestion,
  answer: string | string[] | undefined,
): Verdict | 'blank' | 'changed' {
  // A form sends an answer, even a blank one, to every question that it knows.
  if (answer === undefined || question.isStale) return 'changed'
  if (answer.length === 0 || (typeof answer === 'string' && answer.trim() === '')) return 'blank'
  switch (question.type) {
    case 'yes/no': {
      if (answer !== 'yes' && answer !== 'no') return 'changed'
      const { text, action } = question.answers[answer]
      return { answer, text, failed: fails(action) }
    }
    case 'free text': {
      if (typeof answer !== 'string') return 'changed'
      return { answer: answer.trim(), text: answer.trim(), failed: false }
    }
    case 'select': {
      const option = question.answers.find(({ id }) => id === answer)
      return option ? { answer: option.id, text: option.desc, failed: fails(option.action) } : 'changed'
    }
    case 'multi-select': {
      if (typeof answer === 'string') return 'changed'
      const options = question.answers.filter(({ id }) => answer.includes(id))
      if (options.length !== new Set(answer).size) return 'changed'
      return {
        answer: options.map(({ id }) => id),
        text: options.map(({ desc }) => desc).join(', '),
        failed: options.some(({ action }) => fails(action)),
      }
    }
  }
}

/** The specification compares actions case-insensitively. */
function fails(action: string): boolean {
  return action.toLowerCase() === 'fail'
}
