import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import type { RefusalReason } from '../../db/schema/refused-attempts.ts'

const nothing: Omit<CheckInResult, 'submissionTime'> = {
  invalidCode: false,
  banned: false,
  highTemperature: false,
  lowTemperature: false,
  temperature: null,
  checkOutToken: null,
}

export function presentAdmitted(at: Date, temperature: number | null, checkOutToken: string): CheckInResult {
  return { ...nothing, submissionTime: at.toISOString(), temperature, checkOutToken }
}

export function presentInvalidCode(at: Date, secondCodeDraft: string | undefined): CheckInResult {
  return { ...nothing, submissionTime: at.toISOString(), invalidCode: true, secondCodeDraft }
}

export function presentRefused(at: Date, reason: RefusalReason, temperature: number | null): CheckInResult {
  return {
    ...nothing,
    submissionTime: at.toISOString(),
    banned: reason === 'banned',
    highTemperature: reason === 'high',
    lowTemperature: reason === 'low',
    temperature: reason === 'banned' ? null : temperature,
  }
}
