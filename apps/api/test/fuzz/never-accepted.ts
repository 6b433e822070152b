import type { EndpointName } from '@gatehouse/validation/endpoints/all'

/**
 * Calls that would end all other sessions. No actor here may make them; the tests of their module
 * read back what they store.
 */
export const endsOtherSessions: ReadonlySet<EndpointName> = new Set(['enableClients', 'enableAllClients'])

/**
 * Endpoints that need a secret from an email or a link, a code entered recently, or an empty
 * installation.
 */
export const neverAccepted: ReadonlySet<EndpointName> = new Set<EndpointName>([
  ...endsOtherSessions,
  'resetPassword',
  'verifyEmail',
  'createFirstAdmin',
  'acceptInvitation',
  'pairKiosk',
  'resetTwoStep',
])
