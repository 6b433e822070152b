import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { isOneOfTexts } from './sql-values.ts'
import { pairingCodes } from './schema/devices.ts'
import { clientInvitations, type OneTimePurpose, oneTimeTokens } from './schema/one-time-tokens.ts'
import { logins } from './schema/users.ts'
import { methodKeys } from './schema/sign-in-methods.ts'
import { type ClientScope, clientScope, installationScope } from './scopes.ts'
import { withLookup, withReadScope } from './tenancy.ts'

export interface FoundMethod {
  scope: ClientScope
  methodId: string
}

/** Finds the method of a public key (upper case); undefined for an unknown or retired key. */
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
 * Finds the method with this id (a UUID), even if its keys are retired, so that an earlier response
 * can be replayed. The caller checks whether it is open.
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

/** Finds the client and user of an email address. */
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

/** Which of these emails have an account. Creating an account would reveal the same. */
export async function findTakenEmails(db: Database, emailKeys: readonly string[]): Promise<Set<string>> {
  if (emailKeys.length === 0) return new Set()
  const found = await withReadScope(db, installationScope(), (tx) =>
    tx
      .select({ emailKey: logins.emailKey })
      .from(logins)
      .where(isOneOfTexts(sql`${logins.emailKey}`, emailKeys)),
  )
  return new Set(found.map(({ emailKey }) => emailKey))
}

/** The owner of a one-time token, and when it expires. */
export interface FoundLink {
  scope: ClientScope
  clientId: string
  userId: string
  purpose: OneTimePurpose
  email: string | null
  expiresAt: Date
}

/** Finds the token with this hash, also an expired one. */
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

/** Finds the invitation with this hash, also an expired one. */
export async function findInvitation(
  db: Database,
  tokenHash: string,
): Promise<{ scope: ClientScope; expiresAt: Date } | undefined> {
  const [row] = await withLookup(db, { oneTimeToken: tokenHash }, (tx) =>
    tx
      .select({ clientId: clientInvitations.clientId, expiresAt: clientInvitations.expiresAt })
      .from(clientInvitations)
      .where(eq(clientInvitations.tokenHash, tokenHash)),
  )
  return row && { scope: clientScope(row.clientId), expiresAt: row.expiresAt }
}

export function scopeOfToken(clientId: string): ClientScope {
  return clientScope(clientId)
}

/** The method in a device's token. The token is verified later, within its scope. */
export function methodOfToken({ clientId, methodId }: { clientId: string; methodId: string }): FoundMethod {
  return { scope: clientScope(clientId), methodId }
}

/** Finds the method for this hash of a pairing code, also an expired one. */
export async function findPairingCode(
  db: Database,
  codeHash: string,
): Promise<(FoundMethod & { expiresAt: Date }) | undefined> {
  const [row] = await withLookup(db, { pairingCode: codeHash }, (tx) =>
    tx
      .select({
        clientId: pairingCodes.clientId,
        methodId: pairingCodes.methodId,
        expiresAt: pairingCodes.expiresAt,
      })
      .from(pairingCodes)
      .where(eq(pairingCodes.codeHash, codeHash)),
  )
  return row && { scope: clientScope(row.clientId), methodId: row.methodId, expiresAt: row.expiresAt }
}
