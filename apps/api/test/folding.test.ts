import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { foldText } from '@gatehouse/validation/fold-text'
import { limits } from '@gatehouse/validation/limits'
import { spellingKeyOf } from '@gatehouse/validation/spelling-key'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { makeClient, makeMethod, makeSite } from './factories.ts'
import { foldManyNow } from '../src/db/search.ts'
import { users } from '../src/db/schema/users.ts'
import { clientScope } from '../src/db/scopes.ts'
import { newId } from '../src/lib/ids.ts'
import { withScope } from '../src/db/tenancy.ts'

let database: TestDatabase
let admin: Sql
beforeAll(async () => {
  database = await createTestDatabase()
  admin = postgres(database.adminUrl, { max: 2, onnotice: () => {} })
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

it('write-folding.ts writes the committed tables and the functions of the database', async () => {
  const root = join(import.meta.dirname, '../../..')
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-folding-'))
  try {
    const file = join(folder, 'tables.ts')
    const script = join(root, 'apps/api/scripts/write-folding.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [script, file])
    const committed = await readFile(join(root, 'packages/validation/src/folding-tables.ts'), 'utf8')
    expect(await readFile(file, 'utf8')).toBe(committed)
    const [, folding, , spelling] = stdout.split('$$')
    const stored = await admin`
      select prosrc from pg_proc where proname in ('gatehouse_fold', 'gatehouse_spelling_key') order by proname`
    expect([folding, spelling]).toEqual(stored.map(({ prosrc }) => prosrc as string))
  } finally {
    await rm(folder, { recursive: true })
  }
})

async function foldInDatabase(texts: string[]): Promise<string[]> {
  const rows = await admin<{ folded: string }[]>`
    select gatehouse_fold(t.value) as folded from unnest(${texts}::text[]) with ordinality as t (value, place) order by t.place`
  return rows.map(({ folded }) => folded)
}

it('the fold of many rows is the fold', async () => {
  const near = fc.string({ unit: fc.constantFrom(...Array.from(" \t\n-'`´aZ0~é_.,&()ß")), maxLength: 8 })
  const written = fc.stringMatching(/^[ -~]{0,20}$/)
  const text = fc
    .oneof(near, written, fc.string({ unit: 'binary' }))
    .filter((value) => !value.includes('\0') && value.isWellFormed())
  const values = fc.sample(text, { numRuns: 4000, seed: 1 })
  const rows = await withScope(database.db, clientScope(newId()), (tx) =>
    tx.execute<{ folded: string }>(sql`
      select ${foldManyNow(sql`given.value`)} as folded
      from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) with ordinality as given (value, place) order by given.place`),
  )
  expect(rows.map(({ folded }) => folded)).toEqual(await foldInDatabase(values))
})

async function keysInDatabase(texts: string[]): Promise<string[]> {
  const rows = await admin<{ key: string }[]>`
    select gatehouse_spelling_key(t.value) as key from unnest(${texts}::text[]) with ordinality as t (value, place) order by t.place`
  return rows.map(({ key }) => key)
}

async function expectAgreement(texts: string[]): Promise<void> {
  const keys = await keysInDatabase(texts)
  const inDatabase = await foldInDatabase(texts)
  const different = texts.filter(
    (text, at) => inDatabase[at] !== foldText(text) || keys[at] !== spellingKeyOf(text),
  )
  expect(
    different.map((text) => [
      text,
      [foldText(text), inDatabase[texts.indexOf(text)]],
      [spellingKeyOf(text), keys[texts.indexOf(text)]],
    ]),
  ).toEqual([])
}

describe('PostgreSQL and JavaScript fold alike', () => {
  it.each([
    ['Latin-1', 0x20, 0xff],
    ['Latin Extended-A and -B, and the letters of phonetics', 0x100, 0x2af],
    ['modifiers and combining marks', 0x2b0, 0x36f],
    ['Greek', 0x370, 0x3ff],
    ['Cyrillic and Armenian', 0x400, 0x58f],
    ['Hebrew and Arabic', 0x590, 0x6ff],
    ['Devanagari', 0x900, 0x97f],
    ['Latin Extended Additional and Greek Extended', 0x1e00, 0x1fff],
    ['blanks, dashes, quotes and what nobody sees', 0x2000, 0x206f],
    ['Latin Extended-C', 0x2c60, 0x2c7f],
    ['kana', 0x3040, 0x30ff],
    ['Hangul', 0xac00, 0xad00],
    ['ligatures and full width', 0xfb00, 0xfb4f],
    ['full-width Latin and half-width kana', 0xff01, 0xffdc],
  ])('over %s', async (_, first, last) => {
    const letters = Array.from({ length: last - first + 1 }, (_each, at) => String.fromCodePoint(first + at))
    await expectAgreement(letters)
    await expectAgreement(letters.map((letter) => `Ma${letter}e ${letter}`))
  })

  it('over names', async () => {
    const names = fc.sample(
      fc.string({
        unit: fc.constantFrom(
          ...Array.from("aZÅéçğÖøŁđÐßÆþİıΣςйЁễồợ'’´- –%_\\\u200b\u00ad\u0301\u0323\u00a0\t李가がकि"),
        ),
        maxLength: 24,
      }),
      2000,
    )
    await expectAgreement(names)
    expect(await foldInDatabase(['Hồ  Nguyễn-Đặng', 'ŁUKASZ Øyvind', 'O’Brien', ''])).toEqual([
      'ho nguyen dang',
      'lukasz oyvind',
      'obrien',
      '',
    ])
  })
})

it('orders names as people look them up', async () => {
  const sorted = [
    '3M',
    'Daly',
    'đặng',
    'de Vries',
    'Dean',
    'Dvořák',
    'Gate 2',
    'Gate 10',
    'Lowe',
    'Łukasz',
    'Lund',
    'Olsen',
    'Øster',
    'Otto',
    'Αθηνά',
    'Ωμέγα',
    'Єва',
    'Яна',
  ]
  const rows = await admin<{ name: string }[]>`
    select name from unnest(${sorted.toReversed()}::text[]) as name order by gatehouse_fold(name) collate gatehouse_names`
  expect(rows.map(({ name }) => name)).toEqual(sorted)
})

it('the operations guide reindexes every index in the order of names', async () => {
  const rows = await admin<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    where (select oid from pg_collation where collname = 'gatehouse_names') = any (indcollation)
    order by name`
  const guide = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const reindexes = rows.map(({ name }) => `reindex index ${name};`)
  const statements = [...reindexes, 'alter collation gatehouse_names refresh version;']
  expect(guide).toContain(`\`\`\`sql\n${statements.join('\n')}\n\`\`\`\n`)
})

/**
 * Different syllables, each of which folds to three letters of three bytes. They
 * compress the least.
 */
function longest(characters: number, seed: number): string {
  let state = seed
  return Array.from({ length: characters }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return String.fromCodePoint(0xac00 + ((state >>> 8) % 11_172))
  }).join('')
}

it('the longest texts fit the indexes that contain them', async () => {
  const { db } = database
  const { id: clientId } = await makeClient(db)
  const { nameCharacters, employeeNumberCharacters, emailCharacters, methodTextCharacters } = limits
  const site = await makeSite(db, clientId, { name: longest(200, 1), address: longest(200, 2) })
  const method = { location: longest(methodTextCharacters, 3), kioskId: longest(methodTextCharacters, 4) }
  await makeMethod(db, clientId, site.id, {
    ...method,
    name: longest(methodTextCharacters, 5),
    serialNumber: longest(methodTextCharacters, 6),
  })
  const email = `${longest(100, 7)}@example.com`.padEnd(emailCharacters, 'x')
  await withScope(db, clientScope(clientId), (tx) =>
    tx.insert(users).values({
      clientId,
      id: newId(),
      email,
      emailKey: email,
      firstName: longest(nameCharacters, 8),
      lastName: longest(nameCharacters, 9),
      employeeNumber: longest(employeeNumberCharacters, 10),
      mobile: '+99915012345678901',
    }),
  )
})
