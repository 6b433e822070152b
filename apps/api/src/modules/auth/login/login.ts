import { type AccountStatus, accountStatusMessages } from '@gatehouse/validation/error-codes'
import type { Program } from '@gatehouse/validation/endpoints/own-sessions'
import type { LoginInput } from '@gatehouse/validation/endpoints/sessions'
import type { RateRuleName } from '@gatehouse/validation/limits'
import type { Context, GuestActor } from '../../../context.ts'
import { auditOf, recordAudit, recordDeniedAction } from '../../../db/audit.ts'
import { hasValues } from '../../../db/has-values.ts'
import { findLogin } from '../../../db/tenant-lookups.ts'
import { sessions } from '../../../db/schema/sessions.ts'
import { users } from '../../../db/schema/users.ts'
import { clientScope } from '../../../db/scopes.ts'
import { type Transaction, withScope, withReadScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { ipv6PrefixOf } from '../../../lib/client-ip.ts'
import { newId } from '../../../lib/ids.ts'
import type { KeyedHash } from '../../../lib/keyed-hash.ts'
import type { RateLimits } from '../../../rate-limits/rate-limit.ts'
import { mustUseTwoStep } from '../policy.ts'
import { type EnabledMethod, findMethods } from '../second-factors.ts'
import { findLock, secondsUntil } from '../two-step/queries.ts'
import { findRememberedDevice, useRememberedDevice } from '../two-step/remembered-devices.ts'
import { findAccessSummary } from '../access-entries.ts'
import { emailKey, type LockedAccount, lockAccount } from '../account.ts'
import type { DeviceCookies } from '../device-cookies.ts'
import { type Passwords, strangerIn } from '../passwords.ts'
import { absoluteEnd, cookieSecondsFor } from '../session-life.ts'
import type { SessionTokens } from '../session-tokens.ts'

export interface LoginDeps {
  passwords: Passwords
  tokens: SessionTokens
  deviceHash: KeyedHash
  deviceCookies: DeviceCookies
}

export interface StartedSession {
  token: string
  clientId: string
  userId: string
  authenticated: boolean
  methods: EnabledMethod[]
  /** Life of the session-binding cookie in seconds; undefined where it ends with the browser. */
  cookieSeconds: number | undefined
  deviceEntry: string | undefined
}

/** The browser or other program that signs in. */
export interface LoginDevice {
  program: Program
  /** Hash of a browser's session-binding cookie; null for other programs. */
  cookieHash: Uint8Array | null
  deviceEntries: readonly string[]
}

/** The account may change while its password is checked. Then it is read once more. */
const MAX_READS = 2

/**
 * Starts a session from an email address and a password. It is a pre-2FA session where a second
 * factor is set up and the device is not remembered, or where the client's policy requires a second
 * factor that is not set up.
 * @throws AppError
 * - `unauthenticated` for a wrong email or password
 * - `account_unavailable` where both are right and the account may not sign in
 * - `account_locked` where its second factor is locked
 * - `too_many_requests`
 */
export async function logIn(
  ctx: Context<GuestActor>,
  deps: LoginDeps,
  input: LoginInput,
  device: LoginDevice,
): Promise<StartedSession> {
  const found = await findAccount(ctx, deps, input, device)
  // Tokens are taken before the password is checked, so parallel attempts cannot exceed the limit.
  // A right password refunds them.
  const buckets = bucketsOf(ctx.clientIp, emailKey(input.email), found)
  for (const [rule, bucket] of buckets) await ctx.limits.take(rule, bucket)

  const session = await startSessionWithPassword(ctx, deps, input, device, found).catch(
    async (error: unknown) => {
      // The password was right, or the server was too busy to check it.
      await refundAll(ctx.limits, buckets)
      throw error
    },
  )
  if (!session) {
    await recordFailedLogin(ctx, found.person, 'wrong_password')
    throw new AppError('unauthenticated', { message: 'Email or password was incorrect.' })
  }
  await refundAll(ctx.limits, buckets)
  return session
}

/** Checks the password and starts a session. @returns undefined for a wrong email or password */
async function startSessionWithPassword(
  ctx: Context<GuestActor>,
  deps: LoginDeps,
  input: LoginInput,
  device: LoginDevice,
  first: Found,
): Promise<StartedSession | undefined> {
  let found = first
  for (let read = 1; read <= MAX_READS; read += 1) {
    const { account } = found
    const owner = isKnownDevice(found) ? undefined : strangerIn(ipv6PrefixOf(ctx.clientIp) ?? ctx.clientIp)
    const matches = await deps.passwords.matches(input.password, account?.passwordHash ?? undefined, owner)
    if (!account || !matches) return undefined
    const started = await startSession(ctx, deps, { ...found, account }, device)
    if (started !== 'changed') {
      if (!('accountStatus' in started)) return started
      const { accountStatus } = started
      await recordFailedLogin(ctx, found.person, 'account_unavailable')
      throw new AppError('account_unavailable', {
        message: accountStatusMessages[accountStatus],
        accountStatus,
      })
    }
    if (read < MAX_READS) found = await findAccount(ctx, deps, input, device)
  }
  return undefined
}

type Bucket = [rule: RateRuleName, key: string]

const isKnownDevice = ({ deviceEntry, rememberedId }: Found): boolean =>
  deviceEntry !== undefined || rememberedId !== undefined

/**
 * Browsers with a device cookie of the account, and remembered devices, share a bucket that other
 * callers cannot empty, even from the same IP address.
 */
function bucketsOf(clientIp: string, key: string, found: Found): Bucket[] {
  if (isKnownDevice(found)) return [['loginWithDeviceToken', found.person.userId]]
  const prefix = ipv6PrefixOf(clientIp)
  return [
    ['loginPerNetwork', clientIp],
    ...(prefix === undefined ? [] : [['loginPerIpv6Prefix', prefix] satisfies Bucket]),
    ['loginPerAddress', key],
  ]
}

async function refundAll(rateLimits: RateLimits, buckets: Bucket[]): Promise<void> {
  for (const [rule, key] of buckets) await rateLimits.refund(rule, key)
}

function recordFailedLogin(
  { db, now }: Context<GuestActor>,
  person: typeof nobody,
  reason: string,
): Promise<void> {
  const { scope, userId } = person
  return withScope(db, scope, (tx) =>
    recordDeniedAction(tx, {
      clientId: scope.clientId,
      action: 'session.refused',
      target: { kind: 'user', id: userId },
      at: now,
      details: { reason },
    }),
  )
}

type Found = Awaited<ReturnType<typeof findAccount>>
type Account = NonNullable<Found['account']>

async function findAccount(
  { db, now }: Context<GuestActor>,
  { deviceHash, deviceCookies }: LoginDeps,
  { email, twoFARememberToken }: LoginInput,
  { deviceEntries }: LoginDevice,
) {
  // An unknown email runs the same queries as a known one.
  const person = (await findLogin(db, emailKey(email))) ?? nobody
  const { scope, userId } = person
  const { clientId } = scope
  return withReadScope(db, scope, async (tx) => {
    const [account] = await tx
      .select({
        clientId: users.clientId,
        userId: users.id,
        passwordHash: users.passwordHash,
        securityVersion: users.securityVersion,
      })
      .from(users)
      .where(hasValues(users, { clientId, id: userId }))
    const deviceEntry = await deviceCookies.find(tx, { clientId, userId }, deviceEntries, now)
    const remembered = twoFARememberToken
      ? await findRememberedDevice(tx, deviceHash, { clientId, userId }, twoFARememberToken, now)
      : undefined
    return { person, account, deviceEntry, rememberedId: remembered?.id }
  })
}

const noId = '00000000-0000-7000-8000-000000000000'
const nobody = { scope: clientScope(noId), userId: noId }

/** Why an account may not sign in. Revealed only after a right password, so only to its owner. */
function accountStatusOf({ status, clientEnabled }: LockedAccount): AccountStatus | undefined {
  if (!clientEnabled) return 'disabled'
  return status === 'active' ? undefined : status
}

/** @returns `changed` where the account changed after its password was checked */
async function startSession(
  { db, now }: Context<GuestActor>,
  { tokens, deviceCookies }: LoginDeps,
  { account, deviceEntry, rememberedId }: Found & { account: Account },
  { program, cookieHash }: LoginDevice,
): Promise<StartedSession | { accountStatus: AccountStatus } | 'changed'> {
  const { clientId, userId } = account
  const sessionId = newId(now)
  return withScope(db, clientScope(clientId), async (tx) => {
    const locked = await lockAccount(tx, account)
    if (locked?.securityVersion !== account.securityVersion) return 'changed'
    const accountStatus = accountStatusOf(locked)
    if (accountStatus) return { accountStatus }
    const { admin, siteAdmin } = locked
    const { siteIds, ...entries } = await findAccessSummary(tx, account)
    const methods = await findMethods(tx, account)
    const isRemembered =
      rememberedId !== undefined && (await useRememberedDevice(tx, account, rememberedId, now))
    const needsSecondFactor = methods.length > 0 && !isRemembered
    if (needsSecondFactor) await assertSecondFactorUnlocked(tx, account, now)
    const rights = { admin, siteAdmin, ...entries }
    const authenticated =
      !needsSecondFactor && (methods.length > 0 || !mustUseTwoStep(rights, locked.twoStepRequiredFor))
    const expiresAt = absoluteEnd(rights, now)
    await tx.insert(sessions).values({
      clientId,
      id: sessionId,
      userId,
      authenticated,
      cookieHash,
      ...program,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
    })
    const isBrowser = cookieHash !== null
    const noted = isBrowser ? await deviceCookies.record(tx, account, deviceEntry, now) : undefined
    await recordAudit(tx, {
      ...auditOf({ actor: { userId }, now }, 'session.started', 'session', { clientId, id: sessionId }),
      details: { authenticated, remembered: isRemembered, program },
    })
    const token = await tokens.sign({
      userId,
      sessionId,
      clientId,
      admin,
      siteAdmin,
      siteAccess: siteIds,
      changePassword: locked.mustChangePassword,
      issuedAt: now,
      expiresAt,
    })
    const cookieSeconds = cookieSecondsFor(rights)
    return { token, clientId, userId, authenticated, methods, cookieSeconds, deviceEntry: noted }
  })
}

/**
 * The second factor is locked for a while after ten wrong codes in a row.
 * @throws AppError `account_locked`
 */
async function assertSecondFactorUnlocked(tx: Transaction, account: Account, now: Date): Promise<void> {
  const lockedUntil = await findLock(tx, account)
  if (!lockedUntil || now >= lockedUntil) return
  throw new AppError('account_locked', { retryAfterSeconds: secondsUntil(lockedUntil, now) })
}
