import { limits } from '@gatehouse/validation/limits'
import { AppError } from '../../lib/app-error.ts'
import { HOUR_MS } from '../../lib/durations.ts'

/** How far the kiosk's measure of the server's clock may be off. */
const CLOCK_TOLERANCE_MS = 5000

/**
 * The time of a sign-in that a kiosk stored without a network. Nobody can check it, so it is limited: only kiosks, only the last days,
 * never the future. The record is marked.
 * @throws AppError `time_out_of_range`, for another method than a kiosk with the field `signedInAt` as unknown
 */
export function lateTimeOrThrow(asked: Date, isKiosk: boolean, now: Date): Date {
  if (!isKiosk) throw new AppError('time_out_of_range', { fields: { signedInAt: 'unknown_field' } })
  const age = now.getTime() - asked.getTime()
  if (age < -CLOCK_TOLERANCE_MS || age > limits.offlineSignInHours * HOUR_MS)
    throw new AppError('time_out_of_range', { fields: { signedInAt: 'time_invalid' } })
  return asked > now ? now : asked
}
