import { AppError } from '../../lib/app-error.ts'

/**
 * Checks the limits that a site will have: a change may name one of them only.
 * @throws AppError `temperature_order`
 */
export function assertTemperatureOrder(site: { lowTemperature: number; highTemperature: number }): void {
  if (site.lowTemperature < site.highTemperature) return
  throw new AppError('temperature_order', { fields: { low_temperature: 'temperature_order' } })
}
