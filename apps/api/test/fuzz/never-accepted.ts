import type { EndpointName } from '@gatehouse/validation/endpoints/all'

/** Endpoints that need a secret from a mail, or an empty installation. */
export const neverAccepted: ReadonlySet<EndpointName> = new Set([
  'resetPassword',
  'verifyEmail',
  'createFirstAdmin',
])
