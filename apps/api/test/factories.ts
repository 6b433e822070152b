import { randomInt, randomUUID } from 'node:crypto'
import type { UserType } from '@gatehouse/validation/vocabulary'
import { methodKeyAlphabet } from '@gatehouse/validation/method-key'
import type { Database } from '../src/db/client.ts'
import { bans } from '../src/db/schema/bans.ts'
import { clients } from '../src/db/schema/clients.ts'
import {
  type QuestionAnswers,
  type QuestionType,
  questionRoles,
  questions,
  questionSites,
  questionVersions,
} from '../src/db/schema/questions.ts'
import { methodKeys, signInMethods, type Translated } from '../src/db/schema/sign-in-methods.ts'
import { sites } from '../src/db/schema/sites.ts'
import { accessEntries, logins, users } from '../src/db/schema/users.ts'
import { visitorRoles } from '../src/db/schema/visitor-roles.ts'
import { clientScope } from '../src/db/scopes.ts'
import { type Transaction, withScope } from '../src/db/tenancy.ts'
import { newId } from '../src/lib/ids.ts'
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

/** Creates a sign-in method with its own public key. */
export async function makeMethod(
  db: Database,
  clientId: string,
  siteId: string,
  fields: Fields<typeof signInMethods> = {},
): Promise<{ id: string; key: string }> {
  const id = newId()
  const key = nextMethodKey()
  await within(db, clientId, async (tx) => {
    await tx.insert(signInMethods).values({ clientId, id, siteId, type: 'qr', name: 'Front door', ...fields })
    await tx.insert(methodKeys).values({ key, clientId, methodId: id })
  })
  return { id, key }
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

/** A key that no other method of this process has. */
function nextMethodKey(): string {
  keyNumber = (keyNumber + 1) % keyCount
  return Array.from({ length: 4 }, (_, place) => {
    const letter = Math.floor(keyNumber / methodKeyAlphabet.length ** place) % methodKeyAlphabet.length
    return methodKeyAlphabet[letter]
  }).join('')
}
