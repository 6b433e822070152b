import type { FieldCode } from '@gatehouse/validation/field-codes'
import type { OutboundFailure } from '@gatehouse/validation/outbound-url'
import { AppError } from '../app-error.ts'
import type { Destinations } from './destinations.ts'

const fieldCodeOf: Partial<Record<OutboundFailure, FieldCode>> = {
  https_required: 'url_https',
  port_refused: 'url_port',
  private_address: 'url_private',
}

/**
 * Refuses a URL that is not allowed whatever its host resolves to.
 * @throws AppError `url_not_allowed`
 */
export function assertUrlAllowed(destinations: Destinations, url: string): void {
  const fault = destinations.findFault(new URL(url))
  if (fault) throw new AppError('url_not_allowed', { fields: { url: fieldCodeOf[fault] ?? 'url_invalid' } })
}
