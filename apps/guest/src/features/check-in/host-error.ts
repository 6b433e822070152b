import type { NamedHost } from '@gatehouse/validation/endpoints/check-in'
import { visitLimits } from '@gatehouse/validation/limits'
import { tooLongMessage } from './visitor-messages.ts'

/** What is wrong with the name of whom the visitor comes to see, as it was typed. */
export function hostError(host: NamedHost | undefined) {
  const most = visitLimits.hosts.characters
  const length = host?.name.trim().length ?? 0
  return length > most ? tooLongMessage(most, length) : undefined
}
