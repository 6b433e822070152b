import { exportRowsHeader } from '@gatehouse/validation/endpoint'
import type { Contact, HoursOfMonth, OnRoll } from '@gatehouse/validation/endpoints/reports'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeClient, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { isFull } from '../../../test/runs.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import type { StaffActor } from '../../context.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { contacts } from './contacts.ts'
import { readAsking } from './report.ts'

const here = inWorld()
/** The evening of 20 November in Brisbane. */
const now = new Date('2026-11-20T10:00:00Z')

let clientId: string
let quay: string
let hall: string
let adminId: string
let admin: string
let manager: string

beforeAll(async () => {})
beforeEach(async () => {
  const { db } = here.test.database
  const zone = { timeZone: 'Australia/Brisbane' }
  here.test.clock.now = now
  clientId = (await makeClient(db, { enabled: true, ...zone })).id
  quay = (await makeSite(db, clientId, { name: 'Quay', ...zone })).id
  hall = (await makeSite(db, clientId, { name: 'Hall', ...zone })).id
  adminId = (await makeUser(db, here.test.passwords, clientId, { admin: true })).id
  admin = await openSession(here.test, { clientId, userId: adminId, admin: true })
  manager = await sessionOf('Manager')
})

async function sessionOf(userType: 'Manager' | 'Staff'): Promise<string> {
  const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
    access: [{ siteId: quay, userType }],
  })
  return openSession(here.test, { clientId, userId, siteId: quay, userType })
}

interface Visit {
  site?: string
  name?: string
  person?: string
  role?: string
  mobile?: string
  dependents?: number
  as?: 'checked_out' | 'superseded' | 'assumed_left'
}

/** Times are those of 20 November in Brisbane. @param to missing while the visitor is on site */
async function visit(from: string, to?: string, given: Visit = {}): Promise<string> {
  const at = (time: string) => new Date(`2026-11-20T${time}:00+10:00` as '2026-11-20T00:00:00Z')
  const { site = quay, name = 'Ana', as = 'checked_out' } = given
  const signedInAt = at(from)
  const id = newId(signedInAt)
  const shared = {
    client_id: clientId,
    site_id: site,
    kind: 'visitor',
    person_key: given.person ?? name,
    first_name: name,
    last_name: 'Silva',
    mobile: given.mobile ?? '',
    role_name: given.role ?? '',
    dependents: given.dependents ?? 0,
    signed_in_at: signedInAt,
  }
  await here.sql`insert into visits ${here.sql({
    ...shared,
    id,
    ended_as: to === undefined ? null : as,
    ended_at: to === undefined ? null : at(to),
    signed_out_at: to === undefined || as !== 'checked_out' ? null : at(to),
  })}`
  if (to === undefined) await here.sql`insert into presence ${here.sql({ ...shared, visit_id: id })}`
  return id
}

const ask = (path: string, token = admin) => call(here.test, 'GET', `/reports/${path}`, undefined, { token })
// oxlint-disable-next-line no-unnecessary-type-parameters -- each report has items of its own
async function read<Item>(path: string, token = admin) {
  const { status, body, text } = await ask(path, token)
  expect(status, text).toBe(200)
  return body as Record<string, unknown> & { items: Item[]; total: number }
}
const codeOf = async (path: string, token = admin) => {
  const { status, body } = await ask(path, token)
  return `${status} ${String(body['code'])}`
}

describe('a report', () => {
  const paths = () => [
    'headcount',
    'hours',
    `roll?site=${quay}`,
    'headcount/export',
    'hours/export',
    `roll/export?site=${quay}`,
  ]

  it('is for admins, and for Managers of their sites', async () => {
    const record = await visit('09:00', '10:00')
    const elsewhere = await visit('09:00', '10:00', { site: hall })
    const staff = await sessionOf('Staff')
    for (const path of [...paths(), `contacts?record=${record}`, `contacts/export?record=${record}`]) {
      expect((await ask(path, '')).status, path).toBe(401)
      expect((await ask(path, staff)).status, path).toBe(403)
      expect((await ask(path, manager)).status, path).toBe(200)
      expect((await ask(path, admin)).status, path).toBe(200)
      if (path.includes('=')) expect((await ask(path, here.world.tokens['admin B'])).status, path).toBe(404)
    }
    expect(await codeOf(`roll?site=${hall}`, manager)).toBe('404 not_found')
    expect(await codeOf(`headcount?site=${hall}`, manager)).toBe('404 not_found')
    expect(await codeOf(`contacts?record=${elsewhere}`, manager)).toBe('404 not_found')
    expect(await codeOf(`contacts?record=${newId()}`)).toBe('404 not_found')
  })

  it.each([
    ['contacts?record={}&from=2026-11-20&to=2026-11-19', '422 time_out_of_range'],
    ['contacts?record={}&from=2000-01-01&to=2099-12-31', '422 time_out_of_range'],
    ['contacts?record={}&from=2026-02-30', '400 bad_request'],
    ['contacts?record={}&span=32', '400 bad_request'],
    ['contacts', '400 bad_request'],
    ['headcount?day=2026-11-21', '422 time_out_of_range'],
    ['headcount?as_of=2026-11-20T10:00:01Z', '422 time_out_of_range'],
    ['hours?from=2026-11&to=2026-10', '422 time_out_of_range'],
    ['hours?from=2000-01&to=2099-12', '422 time_out_of_range'],
    ['hours?from=2026-13', '400 bad_request'],
    ['roll', '400 bad_request'],
    ['roll?site=[]&at=2026-11-20T20:01', '422 time_out_of_range'],
  ])('refuses %s', async (path, expected) => {
    const record = await visit('09:00', '10:00')
    expect(await codeOf(path.replace('{}', record).replace('[]', quay))).toBe(expected)
  })

  it('counts from the moment that a mail names', async () => {
    await visit('09:00', '10:00')
    const body = await read('headcount?span=1&as_of=2026-11-18T20:00:00Z')
    expect(body).toMatchObject({
      first_day: '2026-11-18',
      last_day: '2026-11-18',
      as_of: '2026-11-18T20:00:00.000Z',
    })
  })

  it('is recorded, without a name', async () => {
    const record = await visit('09:00', '10:00')
    await visit('09:30', '10:00', { name: 'Bo' })
    await read(`contacts?record=${record}`)
    expect((await ask('hours/export?role=Plumber&from=2026-11')).status).toBe(200)
    const entries = await here.sql`
      select action, target_kind, target_id, details from audit_entries where client_id = ${clientId} and action like 'report.%' order by id`
    expect([...entries]).toEqual([
      {
        action: 'report.run',
        target_kind: 'visit',
        target_id: record,
        details: {
          report: 'contacts',
          site: null,
          from: '2026-11-06T14:00:00.000Z',
          to: '2026-11-20T14:00:00.000Z',
          filters: [],
          rows: 1,
        },
      },
      {
        action: 'report.exported',
        target_kind: 'site',
        target_id: null,
        details: {
          report: 'hours',
          site: null,
          from: '2026-10-31T14:00:00.000Z',
          to: '2026-11-30T14:00:00.000Z',
          filters: ['Plumber'],
          rows: 0,
        },
      },
    ])
  })
})

describe('contacts of a person', () => {
  it('are those who were at the same site at the same time, those for longest first', async () => {
    const record = await visit('09:00', '11:00')
    await visit('10:50', '12:00', { name: 'Bo', mobile: '+61491570157' })
    await visit('09:30', '10:30', { name: 'Cy', role: 'Plumber' })
    await visit('11:00', '12:00', { name: 'Too late' })
    await visit('09:00', '11:00', { name: 'Elsewhere', site: hall })
    const body = await read<Contact>(`contacts?record=${record}&span=1`)
    expect(body).toMatchObject({ person: 'Ana Silva', stays: 1, total: 2 })
    expect(
      body.items.map(({ name, minutes, role, mobile, sites }) => [name, minutes, role, mobile, sites]),
    ).toEqual([
      ['Cy Silva', 60, 'Plumber', null, ['Quay']],
      ['Bo Silva', 10, null, '+61491570157', ['Quay']],
    ])
  })

  it('of somebody who comes again and again are read once for each day', async () => {
    const [own, others] = [100, 60]
    const at = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    let record = ''
    for (let n = 0; n < own; n += 1) record = await visit(at(n * 6), at(n * 6 + 3))
    for (let n = 0; n < others; n += 1) await visit('00:00', '10:00', { name: `Bo ${n}` })
    const { total, items } = await read<Contact>(`contacts?record=${record}&span=1`)
    expect([total, items[0]?.minutes]).toEqual([others, own * 3])
    if (!isFull) return
    const scope = clientScope(clientId)
    const rowsRead = await withScope(here.test.database.db, scope, async (tx) => {
      const actor = { admin: true, siteAdmin: false, userId: adminId, clientId, scope } as StaffActor
      const asking = await readAsking(tx, { actor, now }, {})
      const { rows } = await contacts.ask(tx, asking, { record, span: 1 })
      if (!('statement' in rows)) throw new Error('They had stays')
      const plan = await tx.execute<{ 'QUERY PLAN': string }>(
        sql`explain (analyze, costs off, timing off, buffers off) ${rows.statement}`,
      )
      return plan.map((row) => Number(/rows=([\d.]+)/.exec(row['QUERY PLAN'])?.[1] ?? 0))
    })
    expect(Math.max(...rowsRead)).toBeLessThan(own * 10)
  })

  it('of a Manager are those at the sites that they manage', async () => {
    const record = await visit('09:00', '10:00')
    await visit('10:30', '11:00', { site: hall })
    await visit('10:30', '11:00', { site: hall, name: 'Bo' })
    expect((await read(`contacts?record=${record}`, manager)).total).toBe(0)
    expect((await read(`contacts?record=${record}`)).total).toBe(1)
  })

  it('say where nobody knows how long it was, and follow corrections', async () => {
    const record = await visit('09:00', '11:00')
    const other = await visit('10:00', '10:30', { name: 'Bo', as: 'assumed_left' })
    const contact = async () => {
      const [item] = (await read<Contact>(`contacts?record=${record}`)).items
      return [item?.minutes, item?.is_certain]
    }
    expect(await contact()).toEqual([30, false])
    const note = { note: 'Seen at the gate', signed_out_at: '2026-11-20T10:45' }
    const corrected = await call(here.test, 'POST', `/access-log/${other}/corrections`, note, {
      token: admin,
    })
    expect(corrected.status, corrected.text).toBe(200)
    expect(await contact()).toEqual([45, true])
  })

  it('of somebody whose name was deleted are found, without the name', async () => {
    const record = await visit('09:00', '11:00', { person: 'gone' })
    await visit('10:00', '10:30', { name: 'Bo' })
    await here.sql`
      update visits set first_name = '', last_name = '', anonymised_at = now() where client_id = ${clientId} and person_key = 'gone'`
    expect(await read(`contacts?record=${record}`)).toMatchObject({ person: '', total: 1 })
  })
})

describe('hours', () => {
  it('are those of a role in whatever spelling, and of still open stays until now', async () => {
    await visit('09:00', '10:30', { name: 'Bo', role: 'Électrician' })
    await visit('19:00', undefined, { name: 'Bo', role: 'electrician' })
    await visit('09:00', '10:30', { name: 'Cy', role: 'Courier' })
    const { items } = await read<HoursOfMonth>('hours?from=2026-11&role=ELECTRICIAN')
    expect(items).toMatchObject([
      { month: '2026-11', name: 'Bo Silva', stays: 2, minutes: 150, is_open: true },
    ])
    expect((await read('hours?from=2026-11&kind=user')).total).toBe(0)
  })
})

describe('a roll', () => {
  it('has whoever was there, with their dependants and what became of them', async () => {
    await visit('09:00', '11:00', { name: 'Left', dependents: 2 })
    await visit('09:00', '10:30', { name: 'Twice', as: 'superseded' })
    await visit('10:30', undefined, { name: 'Twice' })
    await visit('09:00', '20:00', { name: 'Unknown', as: 'assumed_left' })
    await visit('10:01', '11:00', { name: 'Later' })
    await visit('09:00', '10:00', { name: 'Earlier' })
    const body = await read<OnRoll>(`roll?site=${quay}&at=2026-11-20T10:00`)
    expect(body).toMatchObject({ total: 3, heads: 5, time_zone: 'Australia/Brisbane' })
    expect(body.items.map(({ name, state, left_at: left }) => [name, state, left])).toEqual([
      ['Left Silva', 'left', '2026-11-20T01:00:00.000Z'],
      ['Twice Silva', 'signed_in_again', null],
      ['Unknown Silva', 'unknown', null],
    ])
    expect((await read<OnRoll>(`roll?site=${quay}`)).items.map(({ name }) => name)).toEqual(['Twice Silva'])
  })

  it('of an archived site is for admins alone', async () => {
    await visit('09:00', '11:00', { name: 'Left' })
    await here.sql`update sites set status = 'archived' where id = ${quay}`
    const asked = `roll?site=${quay}&at=2026-11-20T10:00`
    expect((await ask(asked, here.world.tokens['admin B'])).status).toBe(404)
    expect((await ask(asked, manager)).status).toBe(403)
    expect((await read<OnRoll>(asked)).items.map(({ name }) => name)).toEqual(['Left Silva'])
  })
})

describe('the file of a report', () => {
  const write = async (path: string) => {
    const { status, text, headers } = await ask(path)
    expect(status, text).toBe(200)
    const rows = parse<Record<string, string>>(text, { bom: true, columns: true })
    expect(headers[exportRowsHeader]).toBe(String(rows.length))
    return rows
  }

  it('has a row for each person, with a number that is no formula', async () => {
    const record = await visit('09:00', '11:00')
    await visit('10:00', '10:30', { name: '=Bo', mobile: '+61491570157', dependents: 1 })
    expect(await write(`contacts/export?record=${record}`)).toMatchObject([
      {
        name: "'=Bo Silva",
        mobile: '0491 570 157',
        sites: 'Quay',
        first_together: '2026-11-20 10:00',
        minutes_together: '30',
        certain: 'yes',
      },
    ])
    expect(await write(`roll/export?site=${quay}&at=2026-11-20T10:15`)).toHaveLength(2)
    expect(await write('hours/export?from=2026-11')).toMatchObject([
      { name: "'=Bo Silva", hours: '0.50' },
      { name: 'Ana Silva', hours: '2.00' },
    ])
    const hours = await write('headcount/export')
    // The hours that have begun.
    expect(hours).toHaveLength(21)
    expect(hours[10]).toMatchObject({
      hour: '10:00',
      utc_offset: 'UTC+10:00',
      at_start: '1',
      most: '2',
      most_with_dependents: '3',
    })
  })

  it('has more rows than the page shows', async () => {
    const signedInAt = new Date(now.getTime() - HOUR_MS)
    const rows = Array.from({ length: 612 }, (_, at) => ({
      client_id: clientId,
      id: newId(signedInAt),
      site_id: quay,
      kind: 'visitor',
      person_key: String(at),
      first_name: 'Number',
      last_name: String(at + 1).padStart(4, '0'),
      signed_in_at: signedInAt,
    }))
    await here.sql`insert into visits ${here.sql(rows)}`
    const shown = await read('hours?from=2026-11')
    expect([shown.items.length, shown.total]).toEqual([500, 612])
    const written = await write('hours/export?from=2026-11')
    expect(written.map(({ name }) => name)).toEqual(
      Array.from({ length: 612 }, (_, at) => `Number ${String(at + 1).padStart(4, '0')}`),
    )
  })
})

describe('the people of whom one can ask', () => {
  const names = async (query: string, token = admin) =>
    (await read<{ name: string }>(`people${query}`, token)).items.map(({ name }) => name)

  it('are found by name, each by the last visit at a site of the reader', async () => {
    await visit('08:00', '08:30')
    const last = await visit('09:00', '10:00')
    await visit('09:00', '10:00', { site: hall, name: 'Zed' })
    await here.sql`
      insert into log_people (client_id, person_key, folded_name, mobile, last_at)
      select distinct on (person_key) client_id, person_key, gatehouse_fold(last_name || E'\\t' || first_name), mobile, signed_in_at
      from visits where client_id = ${clientId} order by person_key, signed_in_at desc`
    const { items } = await read<{ id: string }>('people?search=ana')
    expect(items).toEqual([{ id: last, name: 'Ana Silva' }])
    expect(await names('?search=zed')).toEqual(['Zed Silva'])
    expect(await names('?search=zed', manager)).toEqual([])
    expect(await names('')).toEqual(['Ana Silva', 'Zed Silva'])
    expect(await names(`?search=zed&chosen=${last}`)).toEqual(['Ana Silva', 'Zed Silva'])
    expect((await ask('people', await sessionOf('Staff'))).status).toBe(403)
  })
})
