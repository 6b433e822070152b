declare const minted: unique symbol

/** Leave to see and write the rows of one client. */
export interface ClientScope {
  readonly kind: 'client'
  readonly clientId: string
  readonly [minted]: true
}

/** Leave to see and write the rows of all clients. */
export interface InstallationScope {
  readonly kind: 'installation'
  readonly [minted]: true
}

export type Scope = ClientScope | InstallationScope

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Mints the scope of one client. Only the access check and the directories call it, once they know that the caller is of that
 * client. Throws a RangeError for what is no UUID.
 */
export function clientScope(clientId: string): ClientScope {
  if (!uuid.test(clientId)) throw new RangeError('A client scope needs the UUID of a client')
  return Object.freeze({ kind: 'client', clientId: clientId.toLowerCase() }) as ClientScope
}

/** Mints the scope of the whole installation: for site admins, jobs and the outbox worker. */
export function installationScope(): InstallationScope {
  return Object.freeze({ kind: 'installation' }) as InstallationScope
}
