import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import type { RefusalReason } from '../../db/schema/refused-attempts.ts'

export interface TemperatureLimits {
  /** °C; low below this. */
  low: number
  /** °C; high above this. */
  high: number
}

export type Outcome = { admitted: true } | { admitted: false; reason: RefusalReason }

/** Whether a visitor is admitted: a ban overrides a temperature, and both override the answers. */
export function decideOutcome(facts: {
  banned: boolean
  /** °C, or null where none is measured. */
  temperature: number | null
  limits: TemperatureLimits
  answersFailed: boolean
}): Outcome {
  if (facts.banned) return { admitted: false, reason: 'banned' }
  if (facts.temperature !== null && facts.temperature > facts.limits.high)
    return { admitted: false, reason: 'high' }
  if (facts.temperature !== null && facts.temperature < facts.limits.low)
    return { admitted: false, reason: 'low' }
  if (facts.answersFailed) return { admitted: false, reason: 'failed_answer' }
  return { admitted: true }
}

const nothing: Omit<CheckInResult, 'submissionTime'> = {
  invalidCode: false,
  banned: false,
  highTemperature: false,
  lowTemperature: false,
  temperature: null,
  checkOutToken: null,
}

export function admittedResult(at: Date, temperature: number | null, checkOutToken: string): CheckInResult {
  return { ...nothing, submissionTime: at.toISOString(), temperature, checkOutToken }
}

export function invalidCodeResult(at: Date): CheckInResult {
  return { ...nothing, submissionTime: at.toISOString(), invalidCode: true }
}

export function refusedResult(at: Date, reason: RefusalReason, temperature: number | null): CheckInResult {
  return {
    ...nothing,
    submissionTime: at.toISOString(),
    banned: reason === 'banned',
    highTemperature: reason === 'high',
    lowTemperature: reason === 'low',
    temperature: reason === 'banned' ? null : temperature,
  }
}
