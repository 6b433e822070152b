import type { EndpointName } from '@gatehouse/validation/endpoints/all'

/** What asks for a secret that is only in a mail, or for an empty installation. */
export const neverAccepted: ReadonlySet<EndpointName> = new Set([
  'resetPassword',
  'verifyEmail',
  'createFirstAdmin',
])
