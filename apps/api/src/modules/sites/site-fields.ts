import { AppError } from '../../lib/app-error.ts'
import { dayOf } from '../../lib/zoned-time.ts'

/**
 * Checks the limits that a site will have: a change may name one of them only.
 * @throws AppError `temperature_order`
 */
export function assertTemperatureOrder(site: { lowTemperature: number; highTemperature: number }): void {
  if (site.lowTemperature < site.highTemperature) return
  throw new AppError('temperature_order', { fields: { low_temperature: 'temperature_order' } })
}

/**
 * Checks the day on which a site was installed, by the clock of the site.
 * @throws AppError `time_out_of_range` for one that is still to come
 */
export function assertInstalled(
  site: { installedOn?: string | null | undefined; timeZone: string },
  now: Date,
): void {
  if (!site.installedOn || site.installedOn <= dayOf(now, site.timeZone)) return
  throw new AppError('time_out_of_range', { fields: { installed_on: 'date_in_future' } })
}
