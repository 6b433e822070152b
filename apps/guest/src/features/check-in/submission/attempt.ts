import { isWithin, PASS_MS } from '../../../lib/clock.ts'
import { isRecord, parseStored, type SafeStorage } from '../../../lib/storage.ts'
import { submittedAnswers } from '../form/answers.ts'
import { normaliseDetails } from '../form/details.ts'
import { confirmationOf, type Draft } from '../form/draft.ts'
import { questionsForRole, roleOf, type CheckInForm } from '../form/check-in-form.ts'
import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'

/**
 * An attempt to sign in: an idempotency key with its exact body. Both stay the same until the server has responded. The server
 * signs the visitor in once, however often the attempt arrives.
 */
export interface Attempt {
  key: string
  body: CheckInSubmission
  /** Epoch milliseconds by the phone's clock; 0 where it is in doubt, because the clock may have been set since. */
  madeAt: number
  /** It may have reached the server: there was a network when it was sent. */
  isSent: boolean
  /** Its answers refuse the visitor: it is sent, and nothing is changed before. */
  isRefusal?: true
}

interface BodyOptions {
  machineId: string
  useTemperature: boolean
  form: CheckInForm
  draft: Draft
}

/** The body of a sign-in: normalised names, the answers that apply, and the code where the method uses one. */
export function createBody({ machineId, useTemperature, form, draft }: BodyOptions): CheckInSubmission {
  const role = roleOf(form, draft.roleId)
  return {
    ...normaliseDetails(draft.details),
    ...confirmationOf(draft),
    machineId,
    questions: submittedAnswers(questionsForRole(form, role), draft.answers),
    ...(role && { role: role.id }),
    ...(draft.host?.name.trim() && { host: draft.host }),
    // Who is refused by an answer has not come to the code yet.
    ...(useTemperature && draft.code !== '' && { verificationCode: draft.code }),
  }
}

/**
 * The attempt with an equal body that waits for its response, in this window or in another one. A changed body is a new attempt with a
 * new key.
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
 * Stores the attempt of this window for all windows of the browser: a visitor who scans the QR code again continues the same attempt. The
 * attempts of other windows stay, each until it has its response.
 * @param before the one that the window had before
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
 * The attempt that waits longest. However old it seems, it stays until the server has decided: its time is in doubt where it is longer ago
 * than a pass is good for, or still to come.
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
