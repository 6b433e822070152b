declare const brand: unique symbol

/** Permission to read and write the rows of one client. */
export interface ClientScope {
  readonly kind: 'client'
  readonly clientId: string
  readonly [brand]: true
}

/** Permission to read and write the rows of all clients. */
export interface InstallationScope {
  readonly kind: 'installation'
  readonly [brand]: true
}

export type Scope = ClientScope | InstallationScope

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Creates the scope of one client. Only the access check and the tenant lookups call it, once they
 * know that the caller belongs to that client.
 * @throws RangeError where the id is not a UUID
 */
export function clientScope(clientId: string): ClientScope {
  if (!uuid.test(clientId)) throw new RangeError('A client scope needs the UUID of a client')
  return Object.freeze({ kind: 'client', clientId: clientId.toLowerCase() }) as ClientScope
}

/** Creates the scope of the whole installation, for site admins and jobs. */
export function installationScope(): InstallationScope {
  return Object.freeze({ kind: 'installation' }) as InstallationScope
}

/** The group of the work for fair queueing: its client, or the whole installation. */
export const groupOf = (scope: Scope): string => (scope.kind === 'client' ? scope.clientId : scope.kind)
