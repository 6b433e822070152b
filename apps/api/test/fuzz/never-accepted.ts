import type { EndpointName } from '@gatehouse/validation/endpoints/all'

/** Calls that would end the sessions of all others. Nobody who may make them does; the tests of the module read them back. */
export const endsOtherSessions: ReadonlySet<EndpointName> = new Set(['enableClients', 'enableAllClients'])

/** Endpoints that need a secret from a mail or a link, or an empty installation. */
export const neverAccepted: ReadonlySet<EndpointName> = new Set<EndpointName>([
  ...endsOtherSessions,
  'resetPassword',
  'verifyEmail',
  'createFirstAdmin',
  'acceptInvitation',
  'pairKiosk',
])
