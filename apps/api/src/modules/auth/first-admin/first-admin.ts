import { randomBytes } from 'node:crypto'
import type { FirstAdminInput } from '@gatehouse/validation/endpoints/first-admin'
import { serverLimits } from '@gatehouse/validation/limits'
import { defaultLanguage } from '@gatehouse/validation/vocabulary'
import { and, count, eq, gt } from 'drizzle-orm'
import type { Context, GuestActor } from '../../../context.ts'
import { recordAudit, auditOf, program } from '../../../db/audit.ts'
import type { Database } from '../../../db/client.ts'
import { clients } from '../../../db/schema/clients.ts'
import { firstAdminLinks } from '../../../db/schema/one-time-tokens.ts'
import { clientScope, installationScope } from '../../../db/scopes.ts'
import { withoutTenant, withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { newId } from '../../../lib/ids.ts'
import type { KeyedHash } from '../../../lib/keyed-hash.ts'
import { assertStrongPassword } from '../password/new-password.ts'
import { insertAccount } from '../account.ts'
import { limitLink } from '../one-time-tokens.ts'
import type { Passwords } from '../passwords.ts'

const hashOf = (hash: KeyedHash, token: string) => hash.digest(token).toString('base64url')

/** Whether the database has no client yet. */
export async function isInstallationEmpty(db: Database): Promise<boolean> {
  const [row] = await withScope(db, installationScope(), (tx) =>
    tx.select({ clients: count() }).from(clients),
  )
  return row?.clients === 0
}

/**
 * Creates a one-time link for the first administrator, valid for an hour. Each node that starts on
 * the empty database prints its own link; using one ends all others.
 * @returns the token
 */
export async function mintFirstAdminLink(db: Database, hash: KeyedHash, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + serverLimits.firstAdminMinutes * 60_000)
  await withoutTenant(db, (shared) =>
    shared.insert(firstAdminLinks).values({ tokenHash: hashOf(hash, token), expiresAt }),
  )
  return token
}

export async function isFirstAdminLinkGood(
  ctx: Context<GuestActor>,
  hash: KeyedHash,
  token: string,
): Promise<boolean> {
  const { db, now } = ctx
  const found = await withoutTenant(db, (shared) =>
    shared
      .select({ expiresAt: firstAdminLinks.expiresAt })
      .from(firstAdminLinks)
      .where(and(eq(firstAdminLinks.tokenHash, hashOf(hash, token)), gt(firstAdminLinks.expiresAt, now))),
  )
  await limitLink(ctx, token, found.length === 1)
  return found.length === 1 && isInstallationEmpty(db)
}

/** Creates the first client and its site_admin. Only one of several parallel attempts succeeds. */
export async function createFirstAdmin(
  ctx: Context<GuestActor>,
  { hash, passwords }: { hash: KeyedHash; passwords: Passwords },
  input: FirstAdminInput,
): Promise<void> {
  const { db, now } = ctx
  if (!(await isFirstAdminLinkGood(ctx, hash, input.token))) throw new AppError('invalid_token')
  const { first_name: firstName, last_name: lastName, client_name: name, email } = input
  assertStrongPassword(input.password, [firstName, lastName, name, email], 'password')
  const passwordHash = await passwords.hash(input.password)
  const clientId = newId(now)
  const userId = newId(now)
  const language = input.language ?? defaultLanguage
  await withScope(db, clientScope(clientId), async (tx) => {
    const { count: used } = await tx
      .delete(firstAdminLinks)
      .where(
        and(eq(firstAdminLinks.tokenHash, hashOf(hash, input.token)), gt(firstAdminLinks.expiresAt, now)),
      )
    if (used === 0) throw new AppError('invalid_token')
    // Ends the links of other nodes too. A parallel transaction with another link waits here, then
    // finds no row.
    await tx.delete(firstAdminLinks)
    await tx.insert(clients).values({ id: clientId, name, companyNo: input.company_no, language })
    await insertAccount(tx, {
      clientId,
      id: userId,
      email,
      firstName,
      lastName,
      language,
      status: 'active',
      admin: true,
      siteAdmin: true,
      passwordHash,
    })
    await recordAudit(
      tx,
      auditOf({ actor: program, now }, 'installation.first_admin_created', 'user', { clientId, id: userId }),
    )
  })
}
