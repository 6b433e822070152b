import type { GivenAnswer } from '@gatehouse/validation/endpoints/check-in'
import type { Question, VisitorRole } from '@gatehouse/validation/questions'
import type { GivenAnswer as RecordedAnswer } from '../../db/schema/visits.ts'

/** A question with the version that is asked now, which the record of an answer names. */
export type AskedQuestion = Question & { version: number }

export interface CheckedAnswers {
  recorded: RecordedAnswer[]
  /** Ids of the questions without a usable answer. */
  missing: string[]
  failed: boolean
}

/** The role that applies: the only one by itself, a chosen one that is offered; `undefined` where one must be chosen. */
export function chooseRole(
  offered: readonly VisitorRole[],
  chosen: string | null | undefined,
): VisitorRole | null | undefined {
  if (chosen) return offered.find(({ id }) => id === chosen)
  if (offered.length === 0) return null
  return offered.length === 1 ? offered[0] : undefined
}

/** The questions that somebody in a role is asked. */
export function questionsFor<Q extends Question>(questions: readonly Q[], role: VisitorRole | null): Q[] {
  return questions.filter(
    ({ roles }) => !roles || roles.length === 0 || (role !== null && roles.includes(role.id)),
  )
}

/** Checks what was answered against what is asked, and records it with the words as they were asked. */
export function checkAnswers(
  asked: readonly AskedQuestion[],
  given: Readonly<Record<string, GivenAnswer>>,
): CheckedAnswers {
  const checked: CheckedAnswers = { recorded: [], missing: [], failed: false }
  for (const question of asked) {
    const verdict = Object.hasOwn(given, question.id)
      ? judge(question, given[question.id]?.answer)
      : undefined
    if (!verdict) {
      checked.missing.push(question.id)
      continue
    }
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
  return checked
}

interface Verdict {
  answer: string | string[]
  text: string
  failed: boolean
}

function judge(question: AskedQuestion, answer: string | string[] | undefined): Verdict | undefined {
  switch (question.type) {
    case 'yes/no': {
      if (answer !== 'yes' && answer !== 'no') return undefined
      const { text, action } = question.answers[answer]
      return { answer, text, failed: fails(action) }
    }
    case 'free text': {
      if (typeof answer !== 'string' || answer.trim() === '') return undefined
      return { answer: answer.trim(), text: answer.trim(), failed: false }
    }
    case 'select': {
      const option = question.answers.find(({ id }) => id === answer)
      return option && { answer: option.id, text: option.desc, failed: fails(option.action) }
    }
    case 'multi-select': {
      if (!Array.isArray(answer) || answer.length === 0) return undefined
      const options = question.answers.filter(({ id }) => answer.includes(id))
      if (options.length !== new Set(answer).size) return undefined
      return {
        answer: options.map(({ id }) => id),
        text: options.map(({ desc }) => desc).join(', '),
        failed: options.some(({ action }) => fails(action)),
      }
    }
  }
}

/** The specification reads an action without regard to case. */
function fails(action: string): boolean {
  return action.toLowerCase() === 'fail'
}
