import type { Language, LookName, TwoStepAudience, UserStatus } from '@gatehouse/validation/vocabulary'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Rights, StaffActor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { clients } from '../../db/schema/clients.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { users } from '../../db/schema/users.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { withScope, type Transaction, withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { entryFlags } from './access-entries.ts'
import type { Person } from './account.ts'
import { mustUseTwoStep } from './policy.ts'
import { isSessionLive, isActivityWorthStoring } from './session-life.ts'

/** A live session: the actor, and for a browser the hash of its session-binding cookie. */
export interface LiveSession {
  actor: StaffActor
  cookieHash: Uint8Array | null
}

/**
 * Finds a session with the person's present rights. If the client's policy now requires a second
 * factor, it becomes a pre-2FA session.
 * @param countsAsActivity whether the call keeps the session from idling out; background calls do
 * not
 * @returns undefined where the session is revoked, expired or idle for too long, its user is not
 * active or its client is disabled
 */
export async function findLiveSession(
  db: Database,
  ids: Person & { sessionId: string },
  now: Date,
  countsAsActivity: boolean,
): Promise<LiveSession | undefined> {
  const { clientId, userId, sessionId } = ids
  return withScope(db, clientScope(clientId), async (tx) => {
    const found = await findSession(tx, ids)
    if (!found || !found.enabled || found.status !== 'active') return undefined
    const { admin, siteAdmin, hasManagerEntry, hasStaffEntry } = found
    const rights = { admin, siteAdmin, hasManagerEntry, hasStaffEntry }
    if (!isSessionLive(found, rights, now)) return undefined
    if (countsAsActivity && isActivityWorthStoring(found.lastSeenAt, now)) {
      await tx
        .update(sessions)
        .set({ lastSeenAt: now })
        .where(hasValues(sessions, { clientId, id: sessionId }))
    }
    const actor: StaffActor = {
      kind: 'staff',
      userId,
      clientId,
      sessionId,
      ...rights,
      authenticated: isAuthenticated(found),
      mustChangePassword: found.mustChangePassword,
      // A site_admin reads the boards of all clients.
      boardBeforeTwoStep: !siteAdmin && (found.boardWithoutTwoStep || (!admin && !found.isOfStaff)),
      scope: siteAdmin ? installationScope() : clientScope(clientId),
      ownScope: clientScope(clientId),
    }
    return { actor, cookieHash: found.cookieHash }
  })
}

/** Whether a session was not ended and needs no second factor. It may have expired. */
export async function isSessionProved(
  tx: Transaction,
  ids: Person & { sessionId: string },
): Promise<boolean> {
  const found = await findSession(tx, ids)
  return found !== undefined && !found.isRevoked && isAuthenticated(found)
}

interface FoundSession extends Rights {
  authenticated: boolean
  cookieHash: Uint8Array | null
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  isRevoked: boolean
  status: UserStatus
  mustChangePassword: boolean
  enabled: boolean
  boardWithoutTwoStep: boolean
  twoStepRequiredFor: TwoStepAudience[]
  isOfStaff: boolean
  hasSecondFactor: boolean
}

const milliseconds = (time: string) => `(extract(epoch from session.${time}) * 1000)::float8`

/** Runs on every call of a person. */
const sessionQuery = `
  select session.authenticated, session.cookie_hash as "cookieHash", session.revoked_at is not null as "isRevoked",
    ${milliseconds('created_at')} as "createdAt", ${milliseconds('last_seen_at')} as "lastSeenAt",
    ${milliseconds('expires_at')} as "expiresAt",
    person.admin, person.site_admin as "siteAdmin", person.status, person.change_password as "mustChangePassword",
    client.enabled, client.board_without_two_step as "boardWithoutTwoStep",
    to_json(client.two_step_required_for) as "twoStepRequiredFor",
    ${entryFlags},
    exists (
      select from access_entries
      where client_id = $1 and user_id = $2 and user_type in ('Manager', 'Staff')) as "isOfStaff",
    exists (
      select from totp_methods
      where client_id = $1 and user_id = $2 and enabled_at is not null) as "hasSecondFactor"
  from sessions session
  join users person on person.client_id = session.client_id and person.id = session.user_id
  join clients client on client.id = session.client_id
  where session.client_id = $1 and session.user_id = $2 and session.id = $3`

type Times = 'createdAt' | 'lastSeenAt' | 'expiresAt'

async function findSession(
  tx: Transaction,
  { clientId, userId, sessionId }: Person & { sessionId: string },
): Promise<FoundSession | undefined> {
  const [row] = await tx.prepared<Omit<FoundSession, Times> & Record<Times, number>>(sessionQuery, [
    clientId,
    userId,
    sessionId,
  ])
  return (
    row && {
      ...row,
      createdAt: new Date(row.createdAt),
      lastSeenAt: new Date(row.lastSeenAt),
      expiresAt: new Date(row.expiresAt),
    }
  )
}

function isAuthenticated({ authenticated, hasSecondFactor, twoStepRequiredFor, ...rights }: FoundSession) {
  return authenticated && (hasSecondFactor || !mustUseTwoStep(rights, twoStepRequiredFor))
}

/**
 * Asserts, while the account is locked, that the calling session has not ended.
 * @throws AppError `unauthenticated`
 */
export async function assertSessionStillValid(
  tx: Transaction,
  { clientId, userId, sessionId }: Person & { sessionId: string },
): Promise<void> {
  const found = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(hasValues(sessions, { clientId, id: sessionId, userId }), isNull(sessions.revokedAt)))
  if (found.length === 0) throw new AppError('unauthenticated')
}

/**
 * Ends sessions of a person on every node.
 * @param only the id of one session; without it all sessions end
 * @returns how many were not revoked before
 */
export async function endSessions(
  tx: Transaction,
  { clientId, userId }: Person,
  now: Date,
  only?: string,
): Promise<number> {
  const { count: ended } = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        hasValues(sessions, { clientId, userId }),
        isNull(sessions.revokedAt),
        only === undefined ? undefined : eq(sessions.id, only),
      ),
    )
  return ended
}

/** Makes the person's other sessions pre-2FA sessions, which must pass the second factor again. */
export async function requireSecondFactor(
  tx: Transaction,
  { clientId, userId }: Person,
  exceptSessionId: string,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ authenticated: false, provedAt: null, wrongCodes: 0 })
    .where(and(hasValues(sessions, { clientId, userId }), ne(sessions.id, exceptSessionId)))
}

/** Stores when this session last passed a second factor. */
export async function recordSecondFactorProof(
  tx: Transaction,
  { clientId, sessionId }: Pick<StaffActor, 'clientId' | 'sessionId'>,
  provedAt: Date | null,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ provedAt })
    .where(hasValues(sessions, { clientId, id: sessionId }))
}

/** Front-end settings: theme and region of the person's client, and the person's language. */
export async function findSessionConfig(
  db: Database,
  { clientId, userId }: Person,
): Promise<{ look: LookName; language: Language; region: string }> {
  return withReadScope(db, clientScope(clientId), async (tx) => {
    const [found] = await tx
      .select({
        look: clients.look,
        own: users.language,
        language: clients.language,
        region: clients.region,
      })
      .from(users)
      .innerJoin(clients, eq(clients.id, users.clientId))
      .where(hasValues(users, { clientId, id: userId }))
    if (!found) throw new Error('A live session has a user and a client')
    return { look: found.look, language: found.own ?? found.language, region: found.region }
  })
}
