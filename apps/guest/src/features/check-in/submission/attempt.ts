import { isRecord, parseStored, type SafeStorage } from '../../../lib/safe-storage.ts'
import { submittedAnswers } from '../answers.ts'
import { normaliseDetails } from '../details.ts'
import type { Draft } from '../draft.ts'
import { questionsFor, roleOf, type CheckInForm } from '../check-in-form.ts'
import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import { limits } from '@gatehouse/validation/limits'

/**
 * One try to sign in: the idempotency key and the exact body that go together until the server has answered. The
 * server signs in once for the two of them, however often they arrive.
 */
export interface Attempt {
  key: string
  body: CheckInSubmission
  /** Milliseconds by the phone's clock. */
  madeAt: number
}

interface BodyParts {
  machineId: string
  useTemperature: boolean
  form: CheckInForm
  draft: Draft
}

/** The body of a sign-in: names normalised, the answers that apply, the code where the method uses one. */
export function bodyOf({ machineId, useTemperature, form, draft }: BodyParts): CheckInSubmission {
  const role = roleOf(form, draft.roleId)
  return {
    ...normaliseDetails(draft.details),
    machineId,
    questions: submittedAnswers(questionsFor(form, role), draft.answers),
    ...(role && { role: role.id }),
    ...(useTemperature && { verificationCode: draft.code }),
  }
}

/** The attempt under way goes on for an equal body; a changed body is a new attempt with a key of its own. */
export function attemptFor(
  body: CheckInSubmission,
  underWay: Attempt | undefined,
  newKey: () => string,
  now: number,
): Attempt {
  if (underWay && JSON.stringify(underWay.body) === JSON.stringify(body)) return underWay
  return { key: newKey(), body, madeAt: now }
}

const NAME = 'gatehouse.attempt.'
const LONGEST = limits.storedCheckInHours * 3_600_000

/** Kept where every window of the browser finds it: who scans the code once more goes on with the same attempt. */
export function saveAttempt(storage: SafeStorage, methodKey: string, attempt: Attempt | undefined): void {
  storage.write(NAME + methodKey, attempt && JSON.stringify(attempt))
}

export function loadAttempt(storage: SafeStorage, methodKey: string, now: number): Attempt | undefined {
  const attempt = parseStored(storage.read(NAME + methodKey))
  if (attempt === undefined) return undefined
  if (isAttempt(attempt) && Math.abs(now - attempt.madeAt) <= LONGEST) return attempt
  saveAttempt(storage, methodKey, undefined)
  return undefined
}

function isAttempt(value: unknown): value is Attempt {
  if (!isRecord(value) || typeof value['key'] !== 'string' || typeof value['madeAt'] !== 'number')
    return false
  const body = value['body']
  return (
    isRecord(body) &&
    ['firstName', 'lastName', 'mobile', 'machineId'].every((name) => typeof body[name] === 'string') &&
    typeof body['dependents'] === 'number' &&
    isRecord(body['questions']) &&
    Object.values(body['questions']).every(isRecord)
  )
}
