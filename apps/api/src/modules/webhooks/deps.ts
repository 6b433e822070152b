import type { Cipher } from '../../lib/encryption.ts'
import type { Destinations } from '../../lib/outbound/destinations.ts'

export interface WebhookDeps {
  /** Encrypts the secrets. */
  cipher: Cipher
  /** Where calls may go. */
  destinations: Destinations
}
