import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import {
  makeClient,
  makeMethod,
  makeQuestion,
  makeSite,
  makeUser,
  makeWebhook,
} from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { call, makeMember, signIn as signInMember } from '../../../test/staff.ts'
import { recordAudit } from '../../db/audit.ts'
import { recordEvents, recordMail } from '../../db/outbox.ts'
import { notifications } from '../../db/schema/notifications.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { foldDeltas } from '../../jobs/fold-rollups.ts'
import { deleteOldMails } from '../../jobs/delete-old-mails.ts'
import { newId } from '../../lib/ids.ts'
import { createMailer } from '../../mail/mailer.ts'
import { retentionSteps } from '../../registry.ts'
import { chainLog } from '../access-log/chain/append.ts'
import { createBan } from '../bans/create-ban.ts'
import { recordReading } from '../readings/record-reading.ts'
import { applyRetention } from './apply-retention.ts'
import { DAY_MS } from '../../lib/durations.ts'

const days = { contact: 10, answer: 20, temperature: 30, photo: 40 }

/**
 * Unique values, and how to find them in a row written as text. Seconds of a time must not match as
 * a temperature.
 */
const canaries = {
  name: 'Zyxwvut',
  mobile: '491570158',
  answer: 'Qwertz',
  temperature: String.raw`([^0-9.:]|":)(35\.7|39\.4)[^0-9]`,
}
const photoBytes = Buffer.from('RIFF canary of a photo WEBP')
const mobile = '0491 570 158'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let siteId: string
let method: { id: string; key: string }
let questionId: string
let start: Date
let personKeys: string[]
let admin: { email: string; password: string }
let openPage: string

const moment = (milliseconds: number) => new Date(start.getTime() + milliseconds)
const outboxFolder = () => join(test.config.dataDir, 'outbox')

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  start = new Date(Math.floor(test.clock.now.getTime() / 60_000) * 60_000)
  test.clock.now = start
  const { db } = test.database
  clientId = (
    await makeClient(db, {
      contactRetentionDays: days.contact,
      answerRetentionDays: days.answer,
      temperatureRetentionDays: days.temperature,
      photoRetentionDays: days.photo,
    })
  ).id
  await makeWebhook(db, clientId)
  siteId = (await makeSite(db, clientId)).id
  method = await makeMethod(db, clientId, siteId, { useTemperature: true })
  questionId = (await makeQuestion(db, clientId, siteId, { type: 'free text', text: 'Whom do you visit?' }))
    .id
  admin = await makeMember(test, clientId, { admin: true })
  await spreadCanaries()
})
afterAll(() => test.close())

async function signIn(person: { firstName: string; lastName: string }, temperature: number, extra = {}) {
  const { code } = await recordReading(
    { db: test.database.db, now: test.clock.now },
    { methodId: method.id, temperature },
  )
  const questions = { [questionId]: { answer: canaries.answer } }
  const { status, body, text } = await call(
    test,
    'POST',
    '/checkin',
    { ...person, mobile, machineId: method.id, verificationCode: code, questions, ...extra },
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  )
  expect(status, text).toBe(200)
  return body
}

/**
 * Leaves data of a visitor through every write of the API, and directly in columns that no write
 * uses yet.
 */
async function spreadCanaries(): Promise<void> {
  const { db } = test.database
  const scope = clientScope(clientId)
  const people = ['Left', 'Open', 'Barred', 'Hot'].map((firstName) => ({
    firstName,
    lastName: canaries.name,
  }))
  const [left, open, barred, hot] = people as [
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
    (typeof people)[0],
  ]
  personKeys = people.map((person) => test.personKeys(clientId, { ...person, mobile: '+61491570158' }))
  await withScope(db, clientScope(clientId), (tx) =>
    createBan(
      tx,
      test.banKeys,
      { kind: 'system', id: null },
      {
        clientId,
        siteId: null,
        whom: { person: { ...barred, mobile: '+61491570158' } },
        reason: `${canaries.name} shouted`,
        from: start,
        until: moment(1),
      },
      start,
    ),
  )
  const first = await signIn(left, 35.7, { dependents: 2 })
  openPage = String((await signIn(open, 35.7))['checkOutToken'])
  await signIn(barred, 35.7)
  await signIn(hot, 39.4)
  expect(
    (
      await call(test, 'POST', '/checkin/checkout', {
        checkOutToken: first['checkOutToken'],
        time: start.toISOString(),
      })
    ).status,
  ).toBe(200)

  const { token } = await signInMember(test, admin)
  const [visit] = await sql`select id from visits where client_id = ${clientId} and ended_as is not null`
  const note = { note: `${canaries.name} said so`, mobile }
  const corrected = await call(test, 'POST', `/access-log/${visit?.['id']}/corrections`, note, { token })
  expect(corrected.status, corrected.text).toBe(200)
  await foldDeltas(db)
  const digests = test.keys.logDigests
  await chainLog({ db, installation: installationScope(), digests, clock: () => start })

  const { id: userId } = await makeUser(db, test.passwords, clientId, {
    status: 'archived',
    lastModified: start,
  })
  const photoKey = await test.photos.save(clientId, userId, photoBytes)
  await sql`update users set photo_key = ${photoKey} where id = ${userId}`
  await withScope(db, scope, async (tx) => {
    const details = { before: { last_name: canaries.name }, mobile: canaries.mobile, reason: 'unknown' }
    const target = { kind: 'visit', id: newId() }
    await recordAudit(tx, {
      clientId,
      actor: { kind: 'staff', id: userId },
      action: 'visit.corrected',
      target,
      at: start,
      details,
    })
    const payload = { name: canaries.name, mobile: canaries.mobile }
    const recipient = `${canaries.name}@test.example`
    await recordMail(tx, { clientId, type: 'mail.notice', subject: newId(), recipient, at: start, payload })
    await recordEvents(tx, [{ clientId, type: 'visitor.refused', subject: 'site', at: start, payload }])
    const notice = { clientId, id: newId(start), userId, kind: 'refused', level: 'info' as const }
    await tx.insert(notifications).values({ ...notice, createdAt: start, values: { name: canaries.name } })
  })
  const mailer = createMailer({
    smtpUrl: 'outbox',
    from: 'no-reply@gatehouse.example',
    outboxFolder: outboxFolder(),
    onFile: () => {},
  })
  const to = { name: canaries.name, address: 'nobody@test.example' }
  await mailer.send({ to, subject: 'Refused', html: canaries.name, text: canaries.name })
}

const retain = (now: Date) =>
  applyRetention(
    { db: test.database.db, steps: retentionSteps, photos: test.photos, clock: () => now },
    clientScope(clientId),
  )

/** The tables with a row that has the pattern in any of its columns. */
async function tablesWith(pattern: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select distinct table_name as name from information_schema.columns join pg_class on relname = table_name
    where table_schema = 'public' and not relispartition`
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await sql<{ rows: number }[]>`
        select count(*)::int as rows from ${sql(name)} as row where row::text ~ ${pattern}`
      return row?.rows === 0 ? [] : [name]
    }),
  )
  return found.flat().toSorted()
}

async function filesWith(bytes: Buffer | string): Promise<number> {
  const entries = await readdir(test.config.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
  return contents.filter((content) => content.includes(bytes)).length
}

type Part = Record<'visitors' | 'staff' | 'previous', number>

const isCounted = ({ visitors, staff, previous }: Part) => visitors + staff + previous > 0
const countsOf = ({ visitors, staff, previous }: Part) => ({ visitors, staff, previous })

/** What the staff are shown of numbers, at a moment. */
async function figures(now: Date) {
  test.clock.now = now
  const { token } = await signInMember(test, admin)
  const read = async (path: string) => JSON.parse((await call(test, 'GET', path, undefined, { token })).text)
  const {
    as_of: _,
    from: __,
    series,
    busiest_hours: busiest,
    ...counts
  } = await read('/dashboard?period=month')
  // The parts of the period move with the time.
  const dashboard = { ...counts, hours: busiest.hours, parts: series.filter(isCounted).map(countsOf) }
  const { total, people } = await read('/presence')
  const board: { dependents: number; logDate: string }[] = await read(`/board/${siteId}`)
  const perDay = await sql`
    select signed_in_at::date::text as day, count(*)::int as visits, count(distinct person_key)::int as people
    from visits where client_id = ${clientId} group by 1 order by 1`
  const refused = await sql`
    select reason, count(*)::int as attempts, count(distinct person_key)::int as people
    from refused_attempts where client_id = ${clientId} group by 1 order by 1`
  return {
    dashboard,
    total,
    people,
    board: board.map(({ dependents, logDate }) => [dependents, logDate]),
    perDay,
    refused,
  }
}

const contactTables = [
  'audit_entries',
  'ban_person_keys',
  'bans',
  'log_corrections',
  'notifications',
  'outbox',
  'presence',
  'refused_attempts',
  'visits',
]

describe('one second before its days are over', () => {
  it('every canary is stored, and after those days no column of any table has one', async () => {
    const limit = (name: keyof typeof days) => days[name] * DAY_MS
    const before = (name: keyof typeof days) => moment(limit(name) - 1000)
    const after = (name: keyof typeof days) => moment(limit(name) + 1000)

    expect(await retain(before('contact'))).toEqual([])
    expect(await tablesWith(canaries.name)).toEqual(contactTables)
    expect(await tablesWith(canaries.mobile)).toEqual([
      'audit_entries',
      'ban_person_keys',
      'bans',
      'log_people',
      'outbox',
      'presence',
      'refused_attempts',
      'visits',
    ])
    expect(await tablesWith(personKeys.join('|').replaceAll(/[+]/g, '[+]'))).toEqual([
      'ban_person_keys',
      'bans',
      'log_people',
      'outbox',
      'presence',
      'refused_attempts',
      'visits',
    ])
    const counted = await figures(before('contact'))
    const requestHashes = await sql<
      { text: string }[]
    >`select encode(request_hash, 'hex') as text from idempotency_keys`
    expect(requestHashes).toHaveLength(4)

    expect(await retain(after('contact'))).toEqual([])
    expect(await tablesWith(canaries.name)).toEqual([])
    expect(await tablesWith(canaries.mobile)).toEqual([])
    expect(await tablesWith(requestHashes.map(({ text }) => text).join('|'))).toEqual([])
    expect(await figures(after('contact'))).toEqual(counted)

    // Keyed hashes of people count them by day until the day is over at the site.
    expect(await retain(moment(limit('contact') + DAY_MS))).toEqual([])
    expect(await tablesWith(personKeys.join('|'))).toEqual([])
    expect(await figures(moment(limit('contact') + DAY_MS))).toEqual(counted)

    expect(await tablesWith(canaries.answer)).toEqual(['refused_attempts', 'visits'])
    await retain(before('answer'))
    expect(await tablesWith(canaries.answer)).toEqual(['refused_attempts', 'visits'])
    await retain(after('answer'))
    expect(await tablesWith(canaries.answer)).toEqual([])

    await retain(before('temperature'))
    expect(await tablesWith(canaries.temperature)).toEqual(['readings', 'refused_attempts', 'visits'])
    await retain(after('temperature'))
    expect(await tablesWith(canaries.temperature)).toEqual([])

    await retain(before('photo'))
    expect(await filesWith(photoBytes)).toBe(1)
    await retain(after('photo'))
    expect(await filesWith(photoBytes)).toBe(0)
    expect(await sql`select from users where client_id = ${clientId} and photo_key is not null`).toHaveLength(
      0,
    )
  })
})

describe('a visitor who is on site for longer than that', () => {
  it('stays on the board without a name, and leaves by the own page', async () => {
    test.clock.now = moment(days.photo * DAY_MS + 2000)
    const { token } = await signInMember(test, admin)
    const board = async () =>
      JSON.parse((await call(test, 'GET', `/board/${siteId}`, undefined, { token })).text)
    expect(await board()).toMatchObject([
      { firstName: '', lastName: '', tel: null, kind: 'visitor', checkedIn: true },
    ])
    const time = test.clock.now.toISOString()
    const { status, body } = await call(test, 'POST', '/checkin/checkout', { checkOutToken: openPage, time })
    expect([status, body]).toEqual([200, { time }])
    expect(await board()).toEqual([])
    expect(await sql`select from visits where client_id = ${clientId} and ended_as is null`).toHaveLength(0)
  })
})

describe('files of mails', () => {
  it('are deleted after seven days, or after the days of the client that keeps contacts shortest', async () => {
    // Files carry the real time.
    const { mtimeMs } = { mtimeMs: Date.now() }
    const at = (milliseconds: number) =>
      deleteOldMails(test.database.db, outboxFolder(), new Date(mtimeMs + milliseconds))
    await at(7 * DAY_MS - 60_000)
    expect(await filesWith(canaries.name)).toBe(1)
    await makeClient(test.database.db, { contactRetentionDays: 2 })
    await at(2 * DAY_MS - 60_000)
    expect(await filesWith(canaries.name)).toBe(1)
    await at(2 * DAY_MS)
    expect(await filesWith(canaries.name)).toBe(0)
  })
})
