import { isWithin, PASS_MS } from '../../../lib/clock.ts'
import { isRecord, parseStored, type SafeStorage } from '../../../lib/storage.ts'
import { submittedAnswers } from '../form/answers.ts'
import { normaliseDetails } from '../form/details.ts'
import { confirmationOf, type Draft } from '../form/draft.ts'
import { questionsForRole, roleOf, type CheckInForm } from '../form/check-in-form.ts'
import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'

/**
 * An attempt to sign in: an idempotency key with its exact body. Both stay the same until the
 * server responds; it signs the visitor in once, however often the attempt arrives.
 */
export interface Attempt {
  key: string
  body: CheckInSubmission
  /**
   * Epoch milliseconds by the phone's clock; 0 if in doubt, because the clock may have been set
   * since.
   */
  madeAt: number
  /** Sent while online, so the server may have received it. */
  isSent: boolean
  /** Its answers refuse the visitor: it is sent, and cannot be edited before that. */
  isRefusal?: true
}

interface BodyOptions {
  machineId: string
  useTemperature: boolean
  form: CheckInForm
  draft: Draft
}

/**
 * The body of a sign-in: normalised names, the answers that apply, and the code if the method uses
 * one.
 */
export function createBody({ machineId, useTemperature, form, draft }: BodyOptions): CheckInSubmission {
  const role = roleOf(form, draft.roleId)
  return {
    ...normaliseDetails(draft.details),
    ...confirmationOf(draft),
    machineId,
    questions: submittedAnswers(questionsForRole(form, role), draft.answers),
    ...(role && { role: role.id }),
    ...(draft.host?.name.trim() && { host: draft.host }),
    // A visitor refused by an answer has not reached the code step.
    ...(useTemperature && draft.code !== '' && { verificationCode: draft.code }),
  }
}

/**
 * The pending attempt with an equal body, of this or another window, else a new one with a new key.
 */
export function getOrCreateAttempt(
  body: CheckInSubmission,
  pending: readonly Attempt[],
  newKey: () => string,
  now: number,
): Attempt {
  const text = JSON.stringify(body)
  const equal = pending.find((attempt) => JSON.stringify(attempt.body) === text)
  return equal ?? { key: newKey(), body, madeAt: now, isSent: false }
}

const NAME = 'gatehouse.attempt.'

/**
 * Stores this window's attempt for all windows, so that a visitor who scans the QR code again
 * continues it. The attempts of other windows stay until they have a response.
 * @param before the previous attempt of this window
 */
export function saveAttempt(
  storage: SafeStorage,
  methodKey: string,
  attempt: Attempt | undefined,
  before?: Attempt,
): void {
  const attempts = readAttempts(storage, methodKey).filter(
    ({ key }) => key !== attempt?.key && key !== before?.key,
  )
  if (attempt) attempts.push(attempt)
  storage.write(NAME + methodKey, attempts[0] && JSON.stringify(attempts))
}

/**
 * The attempt that has waited longest. It never expires: the server decides. Its `madeAt` is 0 (in
 * doubt) if it is older than a pass lasts, or in the future.
 */
export function loadAttempt(storage: SafeStorage, methodKey: string, now: number): Attempt | undefined {
  const [attempt] = readAttempts(storage, methodKey)
  return attempt && (isWithin(PASS_MS, attempt.madeAt, now) ? attempt : { ...attempt, madeAt: 0 })
}

export function readAttempts(storage: SafeStorage, methodKey: string): Attempt[] {
  const stored = parseStored(storage.read(NAME + methodKey))
  return Array.isArray(stored) ? stored.filter(isAttempt) : []
}

export function isAttempt(value: unknown): value is Attempt {
  if (!isRecord(value) || typeof value['key'] !== 'string') return false
  if (typeof value['madeAt'] !== 'number' || typeof value['isSent'] !== 'boolean') return false
  const body = value['body']
  return (
    isRecord(body) &&
    ['firstName', 'lastName', 'mobile', 'machineId'].every((name) => typeof body[name] === 'string') &&
    typeof body['dependents'] === 'number' &&
    isRecord(body['questions']) &&
    Object.values(body['questions']).every(isRecord)
  )
}
