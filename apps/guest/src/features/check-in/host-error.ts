import type { NamedHost } from '@gatehouse/validation/endpoints/check-in'
import { visitLimits } from '@gatehouse/validation/limits'
import { tooLongMessage } from './visitor-messages.ts'

/** The error of the typed host name. */
export function hostError(host: NamedHost | undefined) {
  const most = visitLimits.hosts.characters
  const length = host?.name.trim().length ?? 0
  return length > most ? tooLongMessage(most, length) : undefined
}
