import { eq, isNull, and } from 'drizzle-orm'
import type { Database } from './client.ts'
import { type OneTimePurpose, oneTimeTokens } from './schema/one-time-tokens.ts'
import { logins } from './schema/users.ts'
import { methodKeys } from './schema/sign-in-methods.ts'
import { type ClientScope, clientScope } from './scopes.ts'
import { withLookup } from './tenancy.ts'

/** A sign-in method, and the scope to read it with. */
export interface FoundMethod {
  scope: ClientScope
  methodId: string
}

/** The method that a public key (upper case) leads to; undefined for an unknown or retired one. */
export async function findMethodByKey(db: Database, key: string): Promise<FoundMethod | undefined> {
  const [row] = await withLookup(db, { methodKey: key }, (tx) =>
    tx
      .select({ clientId: methodKeys.clientId, methodId: methodKeys.methodId })
      .from(methodKeys)
      .where(and(eq(methodKeys.key, key), isNull(methodKeys.retiredAt))),
  )
  return row && { scope: clientScope(row.clientId), methodId: row.methodId }
}

/**
 * The method with that id (a UUID), also one whose keys are retired: what it answered once can still be asked for again. Whether it
 * is open is for the caller to ask.
 */
export async function findMethodById(db: Database, methodId: string): Promise<FoundMethod | undefined> {
  const [row] = await withLookup(db, { methodId }, (tx) =>
    tx
      .select({ clientId: methodKeys.clientId, methodId: methodKeys.methodId })
      .from(methodKeys)
      .where(eq(methodKeys.methodId, methodId))
      .limit(1),
  )
  return row && { scope: clientScope(row.clientId), methodId: row.methodId }
}

/** The client and user that an email address signs in to. */
export async function findLogin(
  db: Database,
  emailKey: string,
): Promise<{ scope: ClientScope; userId: string } | undefined> {
  const [row] = await withLookup(db, { emailKey }, (tx) =>
    tx
      .select({ clientId: logins.clientId, userId: logins.userId })
      .from(logins)
      .where(eq(logins.emailKey, emailKey)),
  )
  return row && { scope: clientScope(row.clientId), userId: row.userId }
}

/** Whose link a token stands for, and when it ends. */
export interface FoundLink {
  scope: ClientScope
  clientId: string
  userId: string
  purpose: OneTimePurpose
  email: string | null
  expiresAt: Date
}

/** The link with that hash of its token, also one that has expired. */
export async function findOneTimeToken(db: Database, tokenHash: string): Promise<FoundLink | undefined> {
  const [row] = await withLookup(db, { oneTimeToken: tokenHash }, (tx) =>
    tx
      .select({
        clientId: oneTimeTokens.clientId,
        userId: oneTimeTokens.userId,
        purpose: oneTimeTokens.purpose,
        email: oneTimeTokens.email,
        expiresAt: oneTimeTokens.expiresAt,
      })
      .from(oneTimeTokens)
      .where(eq(oneTimeTokens.tokenHash, tokenHash)),
  )
  return row && { ...row, scope: clientScope(row.clientId) }
}
