import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import type { Language } from '@gatehouse/validation/vocabulary'
import { AppError } from '../../lib/app-error.ts'
import { type AskedQuestion, assertAnswered, type CheckedAnswers, checkAnswers } from './check-answers.ts'
import {
  type CheckInForm,
  checkInFormFor,
  chooseRole,
  type FormQuestion,
  type FormRole,
  languageShown,
  toQuestion,
  questionsFor,
} from './check-in-form.ts'
import { decideOutcome } from './outcome.ts'
import type { OpenMethod } from '../sign-in-methods/queries.ts'
import type { CheckInFacts } from './read-check-in.ts'
import type { CheckInRecord } from './write-check-in.ts'

/** A form that is filled in completely. */
export interface CompletedForm {
  role: FormRole | null
  answers: CheckedAnswers
}

type Submission = Pick<CheckInSubmission, 'role' | 'questions' | 'dependents'>

/**
 * Checks the role and the answers against the form of the site. A question that the visitor has read otherwise than it is now is asked
 * again; where the visitor has left, the answer counts as one to the question that was read.
 * @param shown the questions as the visitor has read them, where that was another version
 * @throws AppError `unknown_role`, `answers_incomplete` or `questions_changed`
 */
export function completeForm(
  form: CheckInForm,
  { asksByUser, language }: Pick<OpenMethod, 'language'> & { asksByUser: boolean },
  submission: Submission,
  shown: ShownVersions,
): CompletedForm {
  const own = checkInFormFor(form, asksByUser)
  const role = chooseRole(own.roles, submission.role)
  if (role === undefined) throw new AppError('unknown_role', { fields: { role: 'role_required' } })
  const asked = questionsFor(own.questions, role)
  const read = asked.map((question) => shown.versions.get(question.id) ?? question)
  const spoken = languageShown(read, submission.questions, language)
  const answers = checkAnswers(
    asked.map((question) => {
      const { version } = submission.questions[question.id] ?? {}
      if (version === undefined || version === question.version) return toAsked(question, spoken)
      const earlier = shown.versions.get(question.id)
      if (earlier && shown.areFinal) return toAsked(earlier, spoken)
      return Object.assign(toAsked(question, spoken), {
        isStale: !earlier || !readsAlike(earlier, question, spoken),
      })
    }),
    submission.questions,
    new Set(form.questions.map(({ id }) => id)),
  )
  // An answer that refuses the visitor does so whatever the others are.
  if (!answers.failed) assertAnswered(answers)
  return { role, answers }
}

/** The versions that visitors name with their answers, other than the present ones. */
export interface ShownVersions {
  versions: ReadonlyMap<string, FormQuestion>
  /** Nobody can be asked again, because the visitor has left the kiosk. */
  areFinal: boolean
}

function toAsked(question: FormQuestion, language: Language): AskedQuestion {
  return { ...toQuestion(question, language), version: question.version }
}

/** Whether a visitor reads two versions alike. An edit may concern the name of the question, or another language. */
function readsAlike(one: FormQuestion, other: FormQuestion, language: Language): boolean {
  const textsOf = (question: FormQuestion) =>
    JSON.stringify({ ...toQuestion(question, language), version: 0 })
  return textsOf(one) === textsOf(other)
}

/** Decides whether a visitor is admitted, and what is stored. It depends on its parameters alone. */
export function decideCheckIn(
  { userId, open }: Pick<CheckInFacts, 'userId'> & { open: OpenMethod },
  { role, answers }: CompletedForm,
  {
    banId,
    ...given
  }: Omit<CheckInRecord, 'open' | 'userId' | 'role' | 'answers' | 'refused'> & {
    /** A ban that applies to the visitor. */
    banId: string | null
  },
): CheckInRecord {
  const outcome = decideOutcome({
    banned: banId !== null,
    temperature: given.temperature,
    limits: { low: open.site.lowTemperature, high: open.site.highTemperature },
    answersFailed: answers.failed,
  })
  return {
    ...given,
    open,
    userId,
    role: role && { id: role.id, name: role.names[open.language] ?? role.name },
    answers: answers.recorded,
    refused: outcome.admitted ? null : { reason: outcome.reason, banId },
  }
}
