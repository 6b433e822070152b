import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { apiKeyScopes, type UserType } from '@gatehouse/validation/vocabulary'
import { methodKeyAlphabet } from '@gatehouse/validation/method-key'
import { notificationEventNames } from '@gatehouse/validation/notification-events'
import { webhookEvents } from '@gatehouse/validation/webhooks'
import type { Database } from '../src/db/client.ts'
import { apiKeys } from '../src/db/schema/api-keys.ts'
import { bans } from '../src/db/schema/bans.ts'
import { clients } from '../src/db/schema/clients.ts'
import { devices } from '../src/db/schema/devices.ts'
import { notificationRecipients } from '../src/db/schema/notifications.ts'
import {
  type QuestionAnswers,
  type QuestionType,
  questionRoles,
  questions,
  questionSites,
  questionVersions,
} from '../src/db/schema/questions.ts'
import { methodKeys, signInMethods, type Translated } from '../src/db/schema/sign-in-methods.ts'
import { reportViews } from '../src/db/schema/reports.ts'
import { sites } from '../src/db/schema/sites.ts'
import { accessEntries, logins, users } from '../src/db/schema/users.ts'
import { visitorRoles } from '../src/db/schema/visitor-roles.ts'
import { webhooks } from '../src/db/schema/webhooks.ts'
import { clientScope } from '../src/db/scopes.ts'
import { type Transaction, withScope } from '../src/db/tenancy.ts'
import { DAY_MS } from '../src/lib/durations.ts'
import { newId } from '../src/lib/ids.ts'
import type { ApiKeyTokens } from '../src/modules/api-keys/key-tokens.ts'
import { emailKey } from '../src/modules/auth/account.ts'
import type { Passwords } from '../src/modules/auth/passwords.ts'

type Fields<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

function within<T>(db: Database, clientId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withScope(db, clientScope(clientId), work)
}

export async function makeClient(db: Database, fields: Fields<typeof clients> = {}): Promise<{ id: string }> {
  const id = newId()
  await within(db, id, (tx) =>
    tx.insert(clients).values({ id, name: `Client ${id}`, companyNo: randomUUID(), ...fields }),
  )
  return { id }
}

export async function makeSite(
  db: Database,
  clientId: string,
  fields: Fields<typeof sites> = {},
): Promise<{ id: string }> {
  const id = newId()
  await within(db, clientId, (tx) => tx.insert(sites).values({ clientId, id, name: `Site ${id}`, ...fields }))
  return { id }
}

/** Creates a recipient of every event, in the app and by email. */
export async function makeRecipient(
  db: Database,
  clientId: string,
  fields: Fields<typeof notificationRecipients> & { userId: string },
): Promise<{ id: string }> {
  const id = newId()
  await within(db, clientId, (tx) =>
    tx.insert(notificationRecipients).values({
      clientId,
      id,
      events: [...notificationEventNames],
      channels: ['bell', 'mail'],
      repeatMinutes: 10,
      ...fields,
    }),
  )
  return { id }
}

/** Saves today's headcount as a report without a schedule. */
export async function makeReportView(
  db: Database,
  clientId: string,
  fields: Fields<typeof reportViews> = {},
): Promise<{ id: string }> {
  const id = newId()
  await within(db, clientId, (tx) =>
    tx
      .insert(reportViews)
      .values({ clientId, id, name: `Report ${id}`, report: 'headcount', span: 0, ...fields }),
  )
  return { id }
}

/** Creates a webhook that wants every event. Its secret is not encrypted with any key. */
export async function makeWebhook(
  db: Database,
  clientId: string,
  fields: Fields<typeof webhooks> = {},
): Promise<{ id: string }> {
  const id = newId()
  await within(db, clientId, (tx) =>
    tx.insert(webhooks).values({
      clientId,
      id,
      url: 'https://receiver.example/',
      events: [...webhookEvents],
      encryptedSecret: Buffer.of(0),
      ...fields,
    }),
  )
  return { id }
}

/** Creates an API key with all scopes, as an administrator would. @returns the key */
export async function makeApiKey(
  db: Database,
  tokens: ApiKeyTokens,
  clientId: string,
  fields: Fields<typeof apiKeys> = {},
): Promise<{ id: string; key: string }> {
  const id = newId()
  const { token, prefix, hash } = tokens.mint({ clientId, keyId: id })
  await within(db, clientId, (tx) =>
    tx.insert(apiKeys).values({
      clientId,
      id,
      name: 'Reports',
      prefix,
      keyHash: hash,
      scopes: [...apiKeyScopes],
      createdBy: newId(),
      ...fields,
    }),
  )
  return { id, key: token }
}

/** Creates a sign-in method with its own public key. */
export async function makeMethod(
  db: Database,
  clientId: string,
  siteId: string,
  fields: Fields<typeof signInMethods> = {},
): Promise<{ id: string; key: string }> {
  const id = newId()
  return within(db, clientId, async (tx) => {
    await tx.insert(signInMethods).values({ clientId, id, siteId, type: 'qr', name: 'Front door', ...fields })
    for (;;) {
      const key = nextMethodKey()
      // The product may have generated the same key.
      const written = await tx
        .insert(methodKeys)
        .values({ key, clientId, methodId: id })
        .onConflictDoNothing()
        .returning()
      if (written.length > 0) return { id, key }
    }
  })
}

/** A device paired to a method, and online for a day. */
export async function makeDevice(db: Database, clientId: string, methodId: string): Promise<void> {
  const now = new Date()
  await within(db, clientId, (tx) =>
    tx.insert(devices).values({
      clientId,
      methodId,
      tokenHash: randomBytes(32),
      serialNumber: `SN ${methodId}`,
      pairedAt: now,
      connectionId: newId(),
      lastSeenAt: new Date(now.getTime() + DAY_MS),
    }),
  )
}

export interface NewUser extends Fields<typeof users> {
  password?: string
  access?: { siteId: string; userType: UserType }[]
}

export async function makeUser(
  db: Database,
  passwords: Passwords,
  clientId: string,
  { password, access = [], ...fields }: NewUser = {},
): Promise<{ id: string; email: string }> {
  const id = newId()
  const email = fields.email ?? `${id}@test.example`
  const passwordHash = password === undefined ? null : await passwords.hash(password)
  await within(db, clientId, async (tx) => {
    await tx.insert(users).values({
      clientId,
      id,
      email,
      emailKey: emailKey(email),
      firstName: 'Robin',
      lastName: 'Tester',
      status: 'active',
      passwordHash,
      ...fields,
    })
    await tx.insert(logins).values({ emailKey: emailKey(email), clientId, userId: id })
    if (access.length > 0) {
      await tx.insert(accessEntries).values(access.map((entry) => ({ clientId, userId: id, ...entry })))
    }
  })
  return { id, email }
}

export async function makeRole(
  db: Database,
  clientId: string,
  siteId: string,
  name: string,
): Promise<{ id: string }> {
  const id = newId()
  await within(db, clientId, (tx) => tx.insert(visitorRoles).values({ clientId, id, siteId, name }))
  return { id }
}

export async function makeQuestion(
  db: Database,
  clientId: string,
  siteId: string,
  asked: {
    type: QuestionType
    text: string
    texts?: Translated
    answers?: QuestionAnswers
    roles?: string[]
  },
): Promise<{ id: string }> {
  const id = newId()
  const { type, text, texts = {}, answers = null, roles = [] } = asked
  await within(db, clientId, async (tx) => {
    await tx.insert(questions).values({ clientId, id })
    await tx
      .insert(questionVersions)
      .values({ clientId, questionId: id, version: 1, type, text, texts, answers })
    await tx.insert(questionSites).values({ clientId, questionId: id, siteId })
    if (roles.length > 0) {
      await tx.insert(questionRoles).values(roles.map((roleId) => ({ clientId, questionId: id, roleId })))
    }
  })
  return { id }
}

export async function makeBan(
  db: Database,
  clientId: string,
  fields: Fields<typeof bans> & { personKey: string },
): Promise<{ id: string }> {
  const id = newId()
  const fromAt = new Date(Date.now() - 3_600_000)
  await within(db, clientId, (tx) =>
    tx.insert(bans).values({ clientId, id, reason: 'Test', fromAt, ...fields }),
  )
  return { id }
}

const keyCount = methodKeyAlphabet.length ** 4
let keyNumber = randomInt(keyCount)

/** A key that this process has not given to any other method. */
function nextMethodKey(): string {
  keyNumber = (keyNumber + 1) % keyCount
  return Array.from({ length: 4 }, (_, place) => {
    const letter = Math.floor(keyNumber / methodKeyAlphabet.length ** place) % methodKeyAlphabet.length
    return methodKeyAlphabet[letter]
  }).join('')
}
