import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import { AppError } from '../../lib/app-error.ts'
import type { OpenMethod } from '../sign-in-methods/queries.ts'
import { assertAnswered, type CheckedAnswers, checkAnswers } from './check-answers.ts'
import {
  checkInFormFor,
  chooseRole,
  type FormRole,
  languageShown,
  toQuestion,
  questionsFor,
} from './check-in-form.ts'
import { decideOutcome } from './outcome.ts'
import type { CheckInFacts } from './read-check-in.ts'
import type { CheckInRecord } from './write-check-in.ts'

/** A form that is filled in completely. */
export interface CompletedForm {
  role: FormRole | null
  answers: CheckedAnswers
}

type Submission = Pick<CheckInSubmission, 'role' | 'questions' | 'dependents'>

/**
 * Checks the role and the answers against the form of the site.
 * @throws AppError `unknown_role`, `answers_incomplete` or `questions_changed`
 */
export function completeForm(
  { form, open: { site, language } }: Pick<CheckInFacts, 'form'> & { open: OpenMethod },
  submission: Submission,
): CompletedForm {
  const own = checkInFormFor(form, site.questionsByUser)
  const role = chooseRole(own.roles, submission.role)
  if (role === undefined) throw new AppError('unknown_role', { fields: { role: 'role_required' } })
  const asked = questionsFor(own.questions, role)
  const shown = languageShown(asked, submission.questions, language)
  const answers = checkAnswers(
    asked.map((question) => Object.assign(toQuestion(question, shown), { version: question.version })),
    submission.questions,
    new Set(form.questions.map(({ id }) => id)),
  )
  assertAnswered(answers)
  return { role, answers }
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
