import { accountObstacles } from '@gatehouse/validation/account-obstacles'
import type { LoginInput } from '@gatehouse/validation/endpoints/sessions'
import type { RateRuleName } from '@gatehouse/validation/limits'
import { and, eq } from 'drizzle-orm'
import type { Context, Guest } from '../../context.ts'
import { recordAudit, recordRefusal } from '../../db/audit.ts'
import { findLogin } from '../../db/directories.ts'
import { clients } from '../../db/schema/clients.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { users } from '../../db/schema/users.ts'
import { clientScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import type { RateLimits } from '../../plugins/rate-limit.ts'
import { mustUseTwoStep } from '../two-step/policy.ts'
import { type EnabledMethod, findLock, findMethods, secondsUntil } from '../two-step/queries.ts'
import { findRememberedDevice, useRememberedDevice } from '../two-step/remembered-devices.ts'
import { emailKey } from './email-key.ts'
import type { Passwords } from './passwords.ts'
import { absoluteEnd } from './session-life.ts'
import type { SessionTokens } from './session-tokens.ts'
import { findAccess, sessionKindOf } from './sessions.ts'

export interface LoginParts {
  passwords: Passwords
  tokens: SessionTokens
  deviceHash: KeyedHash
}

export interface StartedSession {
  token: string
  clientId: string
  userId: string
  /** Under what the account is known: what a browser is noted for. */
  emailKey: string
  authenticated: boolean
  methods: EnabledMethod[]
}

/** The program that signs in. */
export interface LoginDevice {
  /** A short label, such as "Firefox on Linux". */
  label: string
  /** For a browser the hash of the cookie half that it must bring. */
  cookieHash: Uint8Array | null
  /** Names a browser that signed in to this address before. */
  knownAs(emailKey: string): string | undefined
}

/**
 * Starts a session from an address and a password. It owes a second step where one is set up and the device is not
 * remembered, and where the client's policy demands one.
 * @throws AppError `unauthenticated` for a wrong pair, the same for an unknown address; `account_unavailable` where the
 *   pair is right and the account may not sign in; `too_many_requests`
 */
export async function logIn(
  ctx: Context<Guest>,
  parts: LoginParts,
  { email, password, twoFARememberToken }: LoginInput,
  device: LoginDevice,
): Promise<StartedSession> {
  const key = emailKey(email)
  const { person, account, rememberedId } = await findAccount(
    ctx,
    parts,
    key,
    twoFARememberToken ?? undefined,
  )
  // Reserved before the password is tried, so that tries at once cannot outrun the limit; a right one gets them back.
  const buckets = bucketsOf(ctx.network, key, device.knownAs(key) ?? rememberedId)
  for (const [rule, bucket] of buckets) await ctx.limits.take(rule, bucket)

  const giveBack = () => giveAllBack(ctx.limits, buckets)
  const matches = await parts.passwords
    .matches(password, account?.passwordHash ?? undefined)
    // A server too busy to hash has not tried the password.
    .catch(async (error: unknown) => {
      await giveBack()
      throw error
    })
  if (!account || !matches) {
    await recordLoginRefusal(ctx, person, 'wrong_password')
    throw new AppError('unauthenticated', { message: 'Email or password was incorrect.' })
  }
  await giveBack()
  const obstacle = obstacleOf(account)
  if (obstacle) {
    await recordLoginRefusal(ctx, person, 'account_unavailable')
    throw new AppError('account_unavailable', { message: obstacle })
  }
  return startSession(ctx, parts.tokens, { ...account, emailKey: key, rememberedId }, device)
}

type Bucket = [rule: RateRuleName, key: string]

/** A device that its account knows has a bucket of its own: nobody else can empty it. */
function bucketsOf(network: string, key: string, device: string | undefined): Bucket[] {
  if (device !== undefined) return [['loginFromKnownDevice', `${key} ${device}`]]
  return [
    ['loginPerNetwork', network],
    ['loginPerAddress', key],
  ]
}

async function giveAllBack(limits: RateLimits, buckets: Bucket[]): Promise<void> {
  for (const [rule, key] of buckets) await limits.giveBack(rule, key)
}

function recordLoginRefusal(
  { db, now }: Context<Guest>,
  person: typeof nobody,
  reason: string,
): Promise<void> {
  const { scope, userId } = person
  return withScope(db, scope, (tx) =>
    recordRefusal(tx, {
      clientId: scope.clientId,
      action: 'session.refused',
      target: { kind: 'user', id: userId },
      at: now,
      details: { reason },
    }),
  )
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>['account']>

async function findAccount(
  { db, now }: Context<Guest>,
  { deviceHash }: LoginParts,
  key: string,
  rememberToken: string | undefined,
) {
  // An unknown address takes the same way through the database as a known one.
  const person = (await findLogin(db, key)) ?? nobody
  const { scope, userId } = person
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
          twoStepRequiredFor: clients.twoStepRequiredFor,
        })
        .from(users)
        .innerJoin(clients, eq(clients.id, users.clientId))
        .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
      const device =
        rememberToken === undefined
          ? undefined
          : await findRememberedDevice(tx, deviceHash, { clientId, userId }, rememberToken, now)
      return { person, account: found, rememberedId: device?.id }
    },
    { readOnly: true },
  )
}

const noId = '00000000-0000-7000-8000-000000000000'
const nobody = { scope: clientScope(noId), userId: noId }

/** Why an account may not sign in, in words that only its owner reads: they come after the right password. */
function obstacleOf({ status, clientEnabled }: Account): string | undefined {
  if (!clientEnabled) return accountObstacles.disabled
  return status === 'active' ? undefined : accountObstacles[status]
}

async function startSession(
  { db, now }: Context<Guest>,
  tokens: SessionTokens,
  account: Account & { emailKey: string; rememberedId: string | undefined },
  { label, cookieHash }: LoginDevice,
): Promise<StartedSession> {
  const { clientId, userId, admin, siteAdmin, mustChangePassword } = account
  const sessionId = newId(now)
  return withScope(db, clientScope(clientId), async (tx) => {
    const access = await findAccess(tx, clientId, userId)
    const methods = await findMethods(tx, account)
    const isRemembered =
      account.rememberedId !== undefined &&
      (await useRememberedDevice(tx, account, account.rememberedId, now))
    const owes = methods.length > 0 && !isRemembered
    if (owes) await assertSecondStepIsOpen(tx, account, now)
    const rights = { admin, siteAdmin, access }
    const authenticated = !owes && (methods.length > 0 || !mustUseTwoStep(rights, account.twoStepRequiredFor))
    const kind = sessionKindOf(rights)
    const expiresAt = absoluteEnd(kind, now)
    await tx.insert(sessions).values({
      clientId,
      id: sessionId,
      userId,
      kind,
      authenticated,
      provedAt: methods.length > 0 ? null : now,
      cookieHash,
      userAgent: label,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
    })
    await recordAudit(tx, {
      clientId,
      actor: { kind: 'staff', id: userId },
      action: 'session.started',
      target: { kind: 'session', id: sessionId },
      at: now,
      details: { authenticated, remembered: isRemembered, program: label },
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
    return { token, clientId, userId, emailKey: account.emailKey, authenticated, methods }
  })
}

/** After ten wrong codes in a row nobody gets to try another one for a while. */
async function assertSecondStepIsOpen(tx: Transaction, account: Account, now: Date): Promise<void> {
  const lockedUntil = await findLock(tx, account)
  if (!lockedUntil || now >= lockedUntil) return
  throw new AppError('account_unavailable', {
    message: accountObstacles.locked,
    retryAfterSeconds: secondsUntil(lockedUntil, now),
  })
}
