import { eq } from 'drizzle-orm'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import type { Question } from '@gatehouse/validation/questions'
import { defaultRegion } from '@gatehouse/validation/vocabulary'
import { readEnvironment } from '../src/config/env.ts'
import { readSecrets, secretKeysOf } from '../src/config/secrets.ts'
import { readDataKey } from '../src/db/data-key.ts'
import { clients } from '../src/db/schema/clients.ts'
import { refusedAttempts } from '../src/db/schema/refused-attempts.ts'
import { signInMethods } from '../src/db/schema/sign-in-methods.ts'
import { sites } from '../src/db/schema/sites.ts'
import { users } from '../src/db/schema/users.ts'
import { userVisitorRoles, visitorRoles } from '../src/db/schema/visitor-roles.ts'
import { visits } from '../src/db/schema/visits.ts'
import { clientScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'
import { openRunningDatabase } from '../src/demo/demo-reading.ts'
import { newId } from '../src/lib/ids.ts'
import { createKeys } from '../src/keys.ts'
import { createPasswords, testCost } from '../src/modules/auth/passwords.ts'
import { drawKey, retireKeys } from '../src/modules/sign-in-methods/keys.ts'
import { readVisitor } from '../src/modules/identity/person-key.ts'
import { recordReading } from '../src/modules/readings/record-reading.ts'
import { makeBan, makeClient, makeMethod, makeQuestion, makeRole, makeSite, makeUser } from './factories.ts'

/**
 * Creates venues in the database of a running installation, for end-to-end tests that need their
 * own. It is started with an IPC channel and the DATA_DIR or DATABASE_URL of the server. Each
 * message `{ id, verb, given }` gets the reply `{ id, answer }` or `{ id, failure }`. It ends
 * with its channel.
 */
interface Venue {
  clientId: string
  siteId: string
  /** The id of the sign-in method. */
  id: string
  key: string
  /** The ids of its roles, by name. */
  roles: Record<string, string>
}

interface Person {
  firstName: string
  lastName: string
  /** As typed in Australia. */
  mobile: string
}

interface Account {
  email: string
  password: string
}

type Receiving = Pick<Person, 'firstName' | 'lastName'> & { venue: Venue }

const password = 'paper lanterns over the weir'

/** The content of the venue's page. Roles are ordered by name, and questions name their roles. */
type VenuePlan = Omit<MachineData, 'id' | 'draft' | 'usersHaveRoles' | 'roles'> & {
  roles: string[]
  /** Defaults to Sydney's. */
  timeZone?: string
}

const environment = readEnvironment(process.env)
const db = await openRunningDatabase(environment)
const dataKey = await readDataKey(db, secretKeysOf(await readSecrets(environment)))
const { personKeys } = createKeys(dataKey)
const passwords = await createPasswords(testCost)

const verbs = {
  /** Creates a client with one site and one method. */
  async open({ plan }: { plan: VenuePlan }): Promise<Venue> {
    const { siteName, config, questionsByUser, useTemperature, asksHost, successMessage, kiosk } = plan
    const { id: clientId } = await makeClient(db, {
      name: siteName,
      look: config.look,
      acceptsUnknownMobiles: config.acceptsUnknownMobiles ?? false,
    })
    const site = await makeSite(db, clientId, {
      name: siteName,
      region: config.region,
      questionsByUser,
      timeZone: plan.timeZone ?? 'Australia/Sydney',
    })
    const method = await makeMethod(db, clientId, site.id, {
      type: kiosk ? 'kiosk' : useTemperature ? 'device' : 'qr',
      useTemperature,
      asksHost: asksHost ?? false,
      successMessage: { 'en-au': successMessage },
    })
    const venue: Venue = { ...method, clientId, siteId: site.id, roles: {} }
    for (const name of plan.roles) venue.roles[name] = (await makeRole(db, clientId, site.id, name)).id
    for (const question of plan.questions) await verbs.ask({ venue, question })
    return venue
  },

  /** Adds a question after the others. */
  async ask({ venue, question }: { venue: Venue; question: Question }): Promise<void> {
    const { type, questionText: text } = question
    await makeQuestion(db, venue.clientId, venue.siteId, {
      type,
      text,
      answers: ('answers' in question && question.answers) || null,
      roles: (question.roles ?? []).map((name) => venue.roles[name] ?? name),
    })
  },

  /** Removes a role from the choices. */
  async withdraw({ venue: { clientId, roles }, role }: { venue: Venue; role: string }): Promise<void> {
    const id = roles[role]
    if (id === undefined) throw new Error(`The venue has no role ${role}.`)
    await withScope(db, clientScope(clientId), (tx) =>
      tx.update(visitorRoles).set({ enabled: false }).where(eq(visitorRoles.id, id)),
    )
  },

  /** Disables the method, archives its site, or disables its client. */
  async close({ venue, what }: { venue: Venue; what: 'method' | 'site' | 'client' }): Promise<void> {
    const { clientId, siteId, id } = venue
    await withScope(db, clientScope(clientId), async (tx) => {
      if (what === 'method')
        await tx.update(signInMethods).set({ enabled: false }).where(eq(signInMethods.id, id))
      if (what === 'site') await tx.update(sites).set({ status: 'archived' }).where(eq(sites.id, siteId))
      if (what === 'client') await tx.update(clients).set({ enabled: false }).where(eq(clients.id, clientId))
    })
  },

  /** Enables the method again. */
  async reopen({ venue: { clientId, id } }: { venue: Venue }): Promise<void> {
    await withScope(db, clientScope(clientId), (tx) =>
      tx.update(signInMethods).set({ enabled: true }).where(eq(signInMethods.id, id)),
    )
  },

  /** Moves the method to a new site of the client, which has no questions. */
  async move({ venue: { clientId, id }, siteName }: { venue: Venue; siteName: string }): Promise<void> {
    const site = await makeSite(db, clientId, { name: siteName })
    await withScope(db, clientScope(clientId), (tx) =>
      tx.update(signInMethods).set({ siteId: site.id }).where(eq(signInMethods.id, id)),
    )
  },

  /** Gives the method a new key and returns it. The old key no longer works. */
  async renew({ venue: { clientId, id } }: { venue: Venue }): Promise<{ key: string }> {
    return withScope(db, clientScope(clientId), async (tx) => {
      const now = new Date()
      await retireKeys(tx, clientId, [id], now)
      return { key: await drawKey(tx, { clientId, methodId: id }, now) }
    })
  },

  /** The names of the people who were signed in at the venue, and of those who were refused. */
  async written({
    venue: { clientId },
  }: {
    venue: Venue
  }): Promise<{ visits: string[]; refusals: string[] }> {
    return withScope(db, clientScope(clientId), async (tx) => {
      const { firstName, lastName } = visits
      const admitted = await tx.select({ firstName, lastName }).from(visits).orderBy(visits.signedInAt)
      const refused = await tx
        .select({ firstName: refusedAttempts.firstName, lastName: refusedAttempts.lastName })
        .from(refusedAttempts)
      const nameOf = (row: { firstName: string | null; lastName: string | null }) =>
        `${row.firstName} ${row.lastName}`
      return { visits: admitted.map(nameOf), refusals: refused.map(nameOf) }
    })
  },

  /** When the people at the venue signed in, and whether a kiosk sent it later. */
  async arrivals({
    venue: { clientId },
  }: {
    venue: Venue
  }): Promise<{ signedInAt: string; offline: boolean }[]> {
    const rows = await withScope(db, clientScope(clientId), (tx) =>
      tx
        .select({ signedInAt: visits.signedInAt, offline: visits.signedInOffline })
        .from(visits)
        .orderBy(visits.signedInAt),
    )
    return rows.map(({ signedInAt, offline }) => ({ signedInAt: signedInAt.toISOString(), offline }))
  },

  /** Creates an administrator of the venue's client. */
  async appoint({ venue: { clientId } }: { venue: Venue }): Promise<Account> {
    const { email } = await makeUser(db, passwords, clientId, { admin: true, password })
    return { email, password }
  },

  /** Creates a host whom visitors can choose. */
  async receive({ venue: { clientId, siteId }, firstName, lastName }: Receiving): Promise<Account> {
    const access = [{ siteId, userType: 'Staff' as const }]
    const host = { firstName, lastName, access, password }
    const { email } = await makeUser(db, passwords, clientId, host)
    return { email, password }
  },

  async ban({ venue: { clientId }, person }: { venue: Venue; person: Person }): Promise<void> {
    await makeBan(db, clientId, { personKey: personKeyOf(clientId, person) })
  },

  /** Makes the person a user of the client, with one of the roles of the venue. */
  async employ({ venue, person, role }: { venue: Venue; person: Person; role: string }): Promise<void> {
    const { clientId, roles } = venue
    const userId = newId()
    const email = `${userId}@venue.example`
    await withScope(db, clientScope(clientId), async (tx) => {
      await tx.insert(users).values({
        ...person,
        clientId,
        id: userId,
        email,
        emailKey: email,
        status: 'active',
        personKey: personKeyOf(clientId, person),
      })
      await tx.insert(userVisitorRoles).values({ clientId, userId, roleId: roles[role] ?? role })
    })
  },

  /** Takes a reading in °C at the venue and returns its code. */
  async measure({ venue: { id }, celsius }: { venue: Venue; celsius: number }): Promise<string> {
    return (await recordReading({ db, now: new Date() }, { methodId: id, temperature: celsius })).code
  },
}

function personKeyOf(clientId: string, person: Person): string {
  return readVisitor(personKeys, { clientId, region: defaultRegion, acceptsUnknownMobiles: false }, person)
    .personKey
}

interface Message {
  id: number
  verb: keyof typeof verbs
  given: never
}

process.on('message', ({ id, verb, given }: Message) => {
  verbs[verb](given).then(
    (answer: unknown) => process.send?.({ id, answer }),
    (failure: unknown) => process.send?.({ id, failure: String(failure) }),
  )
})
process.once('disconnect', () => void db.close())
process.send?.({ id: 0 })
