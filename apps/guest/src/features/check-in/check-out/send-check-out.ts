import { api, checkOutEndpoint } from '../../../lib/api.ts'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { ApiError } from '@gatehouse/api-client/api-error'
import type { ErrorCode } from '@gatehouse/validation/error-codes'

/**
 * Ends the visit that a token names. Sent again, the server answers the time of the first one.
 * @param timeOffset milliseconds that the server's clock is ahead of the phone's
 */
export async function sendCheckOut(
  checkOutToken: string,
  time: Date,
  timeOffset: number,
): Promise<{ time: string } | { code: ErrorCode | 'no_answer' }> {
  try {
    return await api.call(checkOutEndpoint, {
      body: {
        checkOutToken,
        time: time.toISOString(),
        timeOffset,
        timeZoneOffset: time.getTimezoneOffset(),
        timeZone: ownTimeZone(),
      },
    })
  } catch (error) {
    return { code: error instanceof ApiError ? error.code : 'no_answer' }
  }
}
