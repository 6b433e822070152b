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
import { makeClient, makeDevice, makeMethod, makeSite, makeUser } from './factories.ts'
import { DAY_MS } from '../src/lib/durations.ts'

interface Place {
  clientId: string
  /** The site of the client's site-bound actors. */
  siteId: string
  /** Another site of the client, for which they have no entry. */
  otherSiteId: string
  method: { id: string; key: string }
  /** A method with a device that is online. */
  device: { id: string; key: string }
  userId: string
}

/** Two clients with the same data, and a token for every actor. */
export interface World {
  a: Place
  b: Place
  /** The bearer tokens by actor. The anonymous actor has none. */
  tokens: Record<ActorName, string | undefined>
  /** The person of each token. */
  holders: Record<Exclude<ActorName, 'anonymous'>, Holder>
  /** Opens another session of the actor. @returns its token */
  open(actor: ActorName): Promise<string | undefined>
  /** Creates another session and a remembered device of each signed-in actor. */
  own: Partial<Record<ActorName, Belongings>>
}

export interface Belongings {
  sessionId: string
  deviceId: string
  /** A visitor of this person. Only the fuzz test has visitors. */
  visitId?: string
}

export const actorNames = [
  'anonymous',
  'expired',
  'revoked',
  'user of a disabled client',
  'pre-2FA session',
  'pre-2FA session where the board needs none',
  'pre-2FA session of a board',
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

export interface Holder {
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

/** Creates a session as a login does, with changes. */
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
      createdAt: now,
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

/** Creates a person's belongings besides their session. */
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
      expiresAt: new Date(test.clock.now.getTime() + DAY_MS),
    }),
  )
  return { sessionId, deviceId }
}

export async function makeWorld(test: TestApp): Promise<World> {
  const a = await makePlace(test)
  const b = await makePlace(test)
  const lenient = await makePlace(test, { boardWithoutTwoStep: true })
  const disabled = await makePlace(test, { enabled: false })
  const { now } = test.clock

  const inA = async (userType: UserType): Promise<Holder> => {
    const user = await makeUser(test.database.db, test.passwords, a.clientId, {
      access: [{ siteId: a.siteId, userType }],
    })
    return { clientId: a.clientId, userId: user.id, siteId: a.siteId, userType }
  }
  const withFlags = async (
    place: Place,
    flags: { admin?: boolean; siteAdmin?: boolean; changePassword?: boolean },
  ): Promise<Holder> => {
    const user = await makeUser(test.database.db, test.passwords, place.clientId, flags)
    return { clientId: place.clientId, userId: user.id, ...flags }
  }
  const adminA = await withFlags(a, { admin: true })
  const boardA = await inA('Device')
  const holders: World['holders'] = {
    expired: adminA,
    revoked: adminA,
    'user of a disabled client': await withFlags(disabled, { admin: true }),
    'pre-2FA session': adminA,
    'pre-2FA session where the board needs none': await withFlags(lenient, { admin: true }),
    'pre-2FA session of a board': boardA,
    'must change password': await withFlags(a, { admin: true, changePassword: true }),
    'board-only A': boardA,
    'guest-only A': await inA('Guest'),
    'staff A': await inA('Staff'),
    'manager A': await inA('Manager'),
    'admin A': adminA,
    'admin B': await withFlags(b, { admin: true }),
    site_admin: await withFlags(b, { siteAdmin: true }),
  }
  const changes: Partial<Record<ActorName, SessionChange>> = {
    expired: { expiresAt: new Date(now.getTime() - 600_000) },
    revoked: { revokedAt: now },
    'pre-2FA session': { authenticated: false },
    'pre-2FA session where the board needs none': { authenticated: false },
    'pre-2FA session of a board': { authenticated: false },
  }
  const open = async (actor: ActorName) =>
    actor === 'anonymous' ? undefined : openSession(test, holders[actor], changes[actor])

  const own: World['own'] = {}
  for (const actor of owners) own[actor] = await giveBelongings(test, holders[actor])
  const tokens = {} as World['tokens']
  for (const actor of actorNames) tokens[actor] = await open(actor)
  return { a, b, own, holders, open, tokens }
}

/** The fully signed-in actors. */
const owners = [
  'board-only A',
  'guest-only A',
  'staff A',
  'manager A',
  'admin A',
  'admin B',
  'site_admin',
] as const satisfies ActorName[]

async function makePlace(test: TestApp, fields: Partial<typeof clients.$inferInsert> = {}): Promise<Place> {
  const { db } = test.database
  const { id: clientId } = await makeClient(db, { ...fields, enabled: true })
  const { id: siteId } = await makeSite(db, clientId)
  const { id: otherSiteId } = await makeSite(db, clientId)
  const method = await makeMethod(db, clientId, siteId)
  const device = await makeMethod(db, clientId, siteId, { type: 'device' })
  await makeDevice(db, clientId, device.id)
  const user = await makeUser(db, test.passwords, clientId, { access: [{ siteId, userType: 'Staff' }] })
  if (fields.enabled === false) {
    await withScope(db, clientScope(clientId), (tx) =>
      tx.update(clients).set({ enabled: false }).where(eq(clients.id, clientId)),
    )
  }
  return { clientId, siteId, otherSiteId, method, device, userId: user.id }
}
