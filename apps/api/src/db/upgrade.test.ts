import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { dropDatabase } from '../../test/database.ts'
import { newId } from '../lib/ids.ts'
import { migrateDatabase } from './migrate.ts'
import { prepareEmbedded } from './prepare.ts'

const name = `gatehouse_upgrade_${process.pid}`
let ownerUrl: string
let admin: Sql

beforeAll(async () => {
  const { adminUrl } = inject('testServer')
  const passwords = { owner: 'owner-in-tests', runtime: 'runtime-in-tests' }
  ownerUrl = (await prepareEmbedded({ adminUrl, database: name, passwords })).ownerUrl
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  admin = postgres(url.href, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await admin.end()
  await dropDatabase(inject('testServer').adminUrl, name)
})

/** Migrates only up to this migration, as an earlier release did. */
async function migrateUpTo(tag: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-migrations-'))
  await cp(join(import.meta.dirname, 'migrations'), folder, { recursive: true })
  const journal = join(folder, 'meta/_journal.json')
  const content = JSON.parse(await readFile(journal, 'utf8')) as { entries: { tag: string }[] }
  const last = content.entries.findIndex((entry) => entry.tag === tag)
  await writeFile(journal, JSON.stringify({ ...content, entries: content.entries.slice(0, last + 1) }))
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await migrate(drizzle(owner), {
      migrationsFolder: folder,
      migrationsSchema: 'public',
      migrationsTable: 'schema_migrations',
    })
  } finally {
    await owner.end()
    await rm(folder, { recursive: true })
  }
}

it('of a database with people on site links the visit before the open one, fills the roll-ups, splits the labels of programs, marks what stands there in two spellings, and keeps the rest', async () => {
  await migrateUpTo('0003_accounts')
  const client_id = newId()
  const site_id = newId()
  const at = new Date()
  const times = [2, 1].map((minutes) => new Date(at.getTime() - minutes * 60_000)) as [Date, Date]
  const [earlier, open] = times.map((time) => newId(time)) as [string, string]
  const assumed = newId(times[0])
  const person = {
    client_id,
    site_id,
    person_key: 'ana',
    kind: 'visitor',
    first_name: 'Ana',
    last_name: 'Silva',
  }
  await admin`select gatehouse_ensure_partitions((now() - interval '1 day')::date, 2)`
  await admin`insert into clients ${admin({ id: client_id, name: 'Harbour', company_no: '1' })}`
  await admin`insert into sites ${admin({ client_id, id: site_id, name: 'Boathouse' })}`
  const [twin_id, far_id, twin_site_id] = [newId(), newId(), newId()]
  await admin`insert into clients ${admin({ id: twin_id, name: 'Twin', company_no: '\u200b１ ' })}`
  await admin`insert into clients ${admin({ id: far_id, name: 'Far', company_no: '2' })}`
  await admin`insert into sites ${admin({ client_id, id: twin_site_id, name: 'BOAT house' })}`
  await admin`insert into sites ${admin({ client_id: far_id, id: newId(), name: 'Boathouse' })}`
  await admin`insert into visits ${admin([
    { ...person, id: earlier, signed_in_at: times[0], ended_as: 'superseded', ended_at: times[1] },
    { ...person, id: open, signed_in_at: times[1], ended_as: null, ended_at: null },
    {
      ...person,
      id: assumed,
      person_key: 'bo',
      signed_in_at: times[0],
      ended_as: 'assumed_left',
      ended_at: at,
    },
  ])}`
  const superseded = { superseded_visit_id: earlier, superseded_signed_in_at: times[0] }
  await admin`insert into presence ${admin({ ...person, ...superseded, visit_id: open, signed_in_at: times[1] })}`

  await admin`insert into refused_attempts ${admin({ ...person, id: newId(at), attempted_at: at, reason: 'high' })}`

  const user_id = newId()
  const owned = { client_id, user_id }
  const labels = [
    'Firefox on Linux',
    'Samsung Internet on Android',
    'Chrome',
    'Other program on iPad',
    'Other program',
    '',
  ]
  const member = { client_id, id: user_id, email: 'mia@example.org', email_key: 'mia@example.org' }
  await admin`insert into users ${admin({ ...member, first_name: 'Mia', last_name: 'Costa', employee_number: 'E-1' })}`
  const namesake = { client_id, id: newId(), email: 'm@example.org', email_key: 'm@example.org' }
  await admin`insert into users ${admin({ ...namesake, first_name: 'Mia', last_name: 'Costa', employee_number: 'e‑1' })}`
  for (const [index, label] of labels.entries()) {
    const id = newId(new Date(at.getTime() + index))
    const rest = { kind: 'staff', last_seen_at: at, expires_at: new Date(at.getTime() + 60_000) }
    await admin`insert into sessions ${admin({ ...owned, ...rest, id, user_agent: label })}`
    const device = { ...owned, id, token_hash: Buffer.from(label), program: label }
    await admin`insert into remembered_devices ${admin({ ...device, last_used_at: at, expires_at: at })}`
  }

  await migrateDatabase(ownerUrl)
  const programs = [
    ['Firefox', 'Linux'],
    ['Samsung Internet', 'Android'],
    ['Chrome', null],
    [null, 'iPad'],
    [null, null],
    [null, null],
  ].map(([browser, system]) => ({ browser, system }))
  const marked = await admin`
    select double_company_no as text from clients where double_company_no is not null
    union all select double_name from sites where double_name is not null
    union all select double_employee_number from users where double_employee_number is not null`
  expect(marked.map(({ text }) => text as string)).toEqual(['\u200b１ ', 'BOAT house', 'e‑1'])
  // Where a marked row changes, the rule applies to it too.
  for (const change of [
    admin`update clients set company_no = ' 1' where id = ${twin_id}`,
    admin`update sites set name = 'boathouse' where id = ${twin_site_id}`,
    admin`update users set employee_number = 'E-1 ' where id = ${namesake.id}`,
  ])
    await expect(change).rejects.toMatchObject({ code: '23505' })
  await admin`update sites set address = 'Quay 1' where id = ${twin_site_id}`
  expect(await admin`select browser, system from sessions order by id`).toEqual(programs)
  expect(await admin`select browser, system from remembered_devices order by id`).toEqual(programs)
  expect(await admin`select assumed_left_at from visits where id = ${assumed}`).toEqual([
    { assumed_left_at: at },
  ])
  expect(
    await admin`select id, last_name, superseded_by from visits where person_key = 'ana' order by signed_in_at`,
  ).toEqual([
    { id: earlier, last_name: 'Silva', superseded_by: open },
    { id: open, last_name: 'Silva', superseded_by: null },
  ])
  const figures = { counts: { high: 1, visitor: 3 }, stays: {} }
  expect(
    await admin`select scope_id, counts, stays from rollups where granularity = 'month' order by scope_id = ${site_id}`,
  ).toEqual([
    { scope_id: client_id, ...figures },
    { scope_id: site_id, ...figures },
  ])
  expect(await admin`select counts from installation_rollups where granularity = 'day'`).toEqual([
    { counts: figures.counts },
  ])
  expect(await admin`select from rollup_deltas where is_folded`).toHaveLength(4)
})

it('each migration has a later time than the one before: an earlier one would never run on a database that is there', async () => {
  const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
    await readFile(join(import.meta.dirname, 'migrations/meta/_journal.json'), 'utf8'),
  )
  const times = journal.entries.map(({ when }) => when)
  expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other))
})
