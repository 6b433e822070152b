import type { LoginInput } from '@gatehouse/validation/endpoints/sessions'
import { and, eq } from 'drizzle-orm'
import type { Context, Guest } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { findLogin } from '../../db/directories.ts'
import { clients } from '../../db/schema/clients.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { users } from '../../db/schema/users.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { emailKey } from './email-key.ts'
import type { Passwords } from './passwords.ts'
import { absoluteEnd } from './session-life.ts'
import type { SessionTokens } from './session-tokens.ts'
import { findAccess, sessionKindOf } from './sessions.ts'

export interface LoginParts {
  passwords: Passwords
  tokens: SessionTokens
}

export interface StartedSession {
  token: string
  clientId: string
  userId: string
  authenticated: boolean
}

/** The program that signs in: a short label, and for a browser the hash of the cookie half that it must bring. */
export interface LoginDevice {
  label: string
  cookieHash: Uint8Array | null
}

/**
 * Starts a session from an address and a password.
 * @throws AppError `unauthenticated` for a wrong pair, the same for an unknown address; `account_unavailable` where the
 *   pair is right and the account may not sign in; `too_many_requests`
 */
export async function logIn(
  ctx: Context<Guest>,
  { passwords, tokens }: LoginParts,
  { email, password }: LoginInput,
  device: LoginDevice,
): Promise<StartedSession> {
  const key = emailKey(email)
  // Reserved before the password is tried, so that tries at once cannot outrun the limit; a right one gets them back.
  await ctx.limits.take('loginPerNetwork', ctx.network)
  await ctx.limits.take('loginPerAddress', key)

  const account = await findAccount(ctx.db, key)
  const matches = await passwords.matches(password, account?.passwordHash ?? undefined)
  if (!account || !matches) {
    throw new AppError('unauthenticated', { message: 'Email or password was incorrect.' })
  }
  await ctx.limits.giveBack('loginPerNetwork', ctx.network)
  await ctx.limits.giveBack('loginPerAddress', key)
  const obstacle = obstacleOf(account)
  if (obstacle) throw new AppError('account_unavailable', { message: obstacle })
  return startSession(ctx, tokens, account, device)
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

async function findAccount(db: Database, key: string) {
  // An unknown address takes the same way through the database as a known one.
  const { scope, userId } = (await findLogin(db, key)) ?? nobody
  const { clientId } = scope
  return withScope(
    db,
    scope,
    async (tx) => {
      const [found] = await tx
        .select({
          clientId: users.clientId,
          userId: users.id,
          passwordHash: users.passwordHash,
          status: users.status,
          admin: users.admin,
          siteAdmin: users.siteAdmin,
          mustChangePassword: users.changePassword,
          clientEnabled: clients.enabled,
        })
        .from(users)
        .innerJoin(clients, eq(clients.id, users.clientId))
        .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
      return found
    },
    { readOnly: true },
  )
}

const noId = '00000000-0000-7000-8000-000000000000'
const nobody = { scope: clientScope(noId), userId: noId }

/** Why an account may not sign in, in words that only its owner reads: they come after the right password. */
function obstacleOf({ status, clientEnabled }: Account): string | undefined {
  if (!clientEnabled) return 'Account is disabled. Please contact support.'
  if (status === 'pending') return 'Account is waiting for approval.'
  if (status === 'archived') return 'Account is archived. Please contact your administrator.'
  if (status === 'rejected') return 'Account was not approved. Please contact your administrator.'
  return undefined
}

async function startSession(
  { db, now }: Context<Guest>,
  tokens: SessionTokens,
  account: Account,
  { label, cookieHash }: LoginDevice,
): Promise<StartedSession> {
  const { clientId, userId, admin, siteAdmin, mustChangePassword } = account
  const sessionId = newId(now)
  return withScope(db, clientScope(clientId), async (tx) => {
    const access = await findAccess(tx, clientId, userId)
    const kind = sessionKindOf({ admin, siteAdmin, access })
    const expiresAt = absoluteEnd(kind, now)
    const authenticated = true
    await tx.insert(sessions).values({
      clientId,
      id: sessionId,
      userId,
      kind,
      authenticated,
      cookieHash,
      userAgent: label,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
    })
    const token = await tokens.sign({
      userId,
      sessionId,
      clientId,
      admin,
      siteAdmin,
      siteAccess: access.map(({ siteId }) => siteId),
      changePassword: mustChangePassword,
      issuedAt: now,
      expiresAt,
    })
    return { token, clientId, userId, authenticated }
  })
}
