import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { UserType } from '@gatehouse/validation/vocabulary'
import { clients } from '../src/db/schema/clients.ts'
import { sessions } from '../src/db/schema/sessions.ts'
import { rememberedDevices } from '../src/db/schema/two-step.ts'
import { clientScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'
import { newId } from '../src/lib/ids.ts'
import type { TestApp } from './build-test-app.ts'
import { makeClient, makeMethod, makeSite, makeUser } from './factories.ts'

interface Place {
  clientId: string
  /** Where the site-bound actors of the client work. */
  siteId: string
  /** Another site of the client, which they have no entry for. */
  otherSiteId: string
  method: { id: string; key: string }
  userId: string
}

/** Two clients with the same furniture, and a token for everybody who may knock. */
export interface World {
  a: Place
  b: Place
  /** A bearer token by actor; the anonymous one has none. */
  tokens: Record<ActorName, string | undefined>
  /** Another session and a remembered device of each signed-in actor. */
  own: Partial<Record<ActorName, Belongings>>
}

export interface Belongings {
  sessionId: string
  deviceId: string
}

export const actorNames = [
  'anonymous',
  'expired',
  'revoked',
  'user of a disabled client',
  'half session',
  'half session where the board needs two steps',
  'must change password',
  'board-only A',
  'guest-only A',
  'staff A',
  'manager A',
  'admin A',
  'admin B',
  'site_admin',
] as const
export type ActorName = (typeof actorNames)[number]

interface Holder {
  clientId: string
  userId: string
  admin?: boolean
  siteAdmin?: boolean
  siteId?: string
  userType?: UserType
}

interface SessionChange {
  authenticated?: boolean
  revokedAt?: Date
  expiresAt?: Date
}

/** A session as a login would leave it, changed as the test needs it. */
export async function openSession(
  test: TestApp,
  holder: Holder,
  change: SessionChange = {},
): Promise<string> {
  return (await startSession(test, holder, change)).token
}

async function startSession(
  test: TestApp,
  holder: Holder,
  change: SessionChange = {},
): Promise<{ token: string; sessionId: string }> {
  const { clientId, userId, admin = false, siteAdmin = false, siteId } = holder
  const now = test.clock.now
  const sessionId = newId(now)
  const expiresAt = change.expiresAt ?? new Date(now.getTime() + 3_600_000)
  await withScope(test.database.db, clientScope(clientId), (tx) =>
    tx.insert(sessions).values({
      clientId,
      id: sessionId,
      userId,
      authenticated: change.authenticated ?? true,
      lastSeenAt: now,
      revokedAt: change.revokedAt ?? null,
      expiresAt,
    }),
  )
  const token = await test.tokens.sign({
    userId,
    sessionId,
    clientId,
    admin,
    siteAdmin,
    siteAccess: siteId ? [siteId] : [],
    changePassword: false,
    issuedAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  })
  return { token, sessionId }
}

/** What a person has beside the session that they come with. */
async function giveBelongings(test: TestApp, holder: Holder): Promise<Belongings> {
  const { clientId, userId } = holder
  const { sessionId } = await startSession(test, holder)
  const deviceId = newId(test.clock.now)
  await withScope(test.database.db, clientScope(clientId), (tx) =>
    tx.insert(rememberedDevices).values({
      clientId,
      id: deviceId,
      userId,
      tokenHash: randomBytes(32),
      lastUsedAt: test.clock.now,
      expiresAt: new Date(test.clock.now.getTime() + 86_400_000),
    }),
  )
  return { sessionId, deviceId }
}

export async function makeWorld(test: TestApp): Promise<World> {
  const a = await makePlace(test)
  const b = await makePlace(test)
  const strict = await makePlace(test, { boardRequiresTwoStep: true })
  const disabled = await makePlace(test, { enabled: false })
  const { now } = test.clock
  const own: World['own'] = {}
  /** Signs an actor in and gives them something to own. */
  const come = async (actor: ActorName, holder: Holder): Promise<string> => {
    own[actor] = await giveBelongings(test, holder)
    return openSession(test, holder)
  }

  const inA = async (actor: ActorName, userType: UserType) => {
    const user = await makeUser(test.database.db, test.passwords, a.clientId, {
      access: [{ siteId: a.siteId, userType }],
    })
    return come(actor, { clientId: a.clientId, userId: user.id, siteId: a.siteId, userType })
  }
  const withFlags = async (
    place: Place,
    flags: { admin?: boolean; siteAdmin?: boolean; changePassword?: boolean },
  ) => {
    const user = await makeUser(test.database.db, test.passwords, place.clientId, flags)
    return { clientId: place.clientId, userId: user.id, ...flags }
  }
  const adminA = await withFlags(a, { admin: true })

  return {
    a,
    b,
    own,
    tokens: {
      anonymous: undefined,
      expired: await openSession(test, adminA, { expiresAt: new Date(now.getTime() - 1) }),
      revoked: await openSession(test, adminA, { revokedAt: now }),
      'user of a disabled client': await openSession(test, await withFlags(disabled, { admin: true })),
      'half session': await openSession(test, adminA, { authenticated: false }),
      'half session where the board needs two steps': await openSession(
        test,
        await withFlags(strict, { admin: true }),
        { authenticated: false },
      ),
      'must change password': await openSession(
        test,
        await withFlags(a, { admin: true, changePassword: true }),
      ),
      'board-only A': await inA('board-only A', 'Device'),
      'guest-only A': await inA('guest-only A', 'Guest'),
      'staff A': await inA('staff A', 'Staff'),
      'manager A': await inA('manager A', 'Manager'),
      'admin A': await come('admin A', adminA),
      'admin B': await come('admin B', await withFlags(b, { admin: true })),
      site_admin: await come('site_admin', await withFlags(b, { siteAdmin: true })),
    },
  }
}

async function makePlace(test: TestApp, fields: Partial<typeof clients.$inferInsert> = {}): Promise<Place> {
  const { db } = test.database
  const { id: clientId } = await makeClient(db, { ...fields, enabled: true })
  const { id: siteId } = await makeSite(db, clientId)
  const { id: otherSiteId } = await makeSite(db, clientId)
  const method = await makeMethod(db, clientId, siteId)
  const user = await makeUser(db, test.passwords, clientId, { access: [{ siteId, userType: 'Staff' }] })
  if (fields.enabled === false) {
    await withScope(db, clientScope(clientId), (tx) =>
      tx.update(clients).set({ enabled: false }).where(eq(clients.id, clientId)),
    )
  }
  return { clientId, siteId, otherSiteId, method, userId: user.id }
}
