import type { RefusalReason } from '../../db/schema/refused-attempts.ts'

export interface TemperatureLimits {
  /** °C; below it is low. */
  low: number
  /** °C; above it is high. */
  high: number
}

export type Outcome = { admitted: true } | { admitted: false; reason: RefusalReason }

/** What the rules say of somebody at the door: a ban overrides a temperature, and both override the answers. */
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
