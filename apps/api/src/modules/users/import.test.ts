import type { ImportReport, ListedUser } from '@gatehouse/validation/endpoints/users'
import { limits, rateRules } from '@gatehouse/validation/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { countQueries } from '../../../test/count-queries.ts'
import { testConnections } from '../../../test/database.ts'
import { makeClient, makeSite, type NewUser } from '../../../test/factories.ts'
import { longestTurn } from '../../../test/work-budget/longest-turn.ts'
import { call, freshIp, makeMember, signIn } from '../../../test/staff.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import type { Context, StaffActor } from '../../context.ts'
import { createDatabase } from '../../db/client.ts'
import { clientScope } from '../../db/scopes.ts'
import { newId } from '../../lib/ids.ts'
import type { Person } from '../identity/person-key.ts'
import { importUsers } from './import-users.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let token: string
let siteId: string
let foreignEmail: string

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
})
afterAll(() => test.close())
beforeEach(async () => {
  const { db } = test.database
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId, { name: 'Quay' })).id
  await makeSite(db, clientId, { name: 'Annexe' })
  token = await tokenOf({ admin: true })
  const other = (await makeClient(db)).id
  await makeSite(db, other, { name: 'Elsewhere' })
  foreignEmail = (await makeMember(test, other)).email
})

const tokenOf = async (fields: NewUser) =>
  (await signIn(test, await makeMember(test, clientId, fields))).token
const send = (file: string | Uint8Array, query = '', who = token, type = 'text/csv') =>
  test.app.inject({
    method: 'POST',
    url: `/api/users/import${query}`,
    remoteAddress: freshIp(),
    headers: { authorization: `Bearer ${who}`, 'content-type': type },
    payload: Buffer.from(file),
  })
const bring = async (file: string | Uint8Array, query = '', who = token): Promise<ImportReport> => {
  const response = await send(file, query, who)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const faultsOf = ({ faults }: ImportReport) => faults.map(({ line, field_codes }) => [line, field_codes])
const people = async (query = '') =>
  (await call(test, 'GET', `/users?search=import.example${query}`, undefined, { token })).body as unknown as {
    items: ListedUser[]
    total: number
  }
const mail = (name: string) => `${name}-${clientId}@import.example`
const head = 'first_name,last_name,email'
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

describe('POST /users/import', () => {
  it('throws no account type away: one without a site, or that does not exist, is a fault', async () => {
    const rows = [
      `A,A,${mail('a')},,King`,
      `B,B,${mail('b')},,Manager`,
      `C,C,${mail('c')},Quay: Staff,King`,
      `D,D,${mail('d')},,`,
      `E,E,${mail('e')},Quay: Staff,Admin`,
      `F,F,${mail('f')},,admin`,
    ]
    const file = `${head},sites,user_type\n${rows.join('\n')}\n`
    expect(faultsOf(await bring(file))).toEqual([
      [2, { user_type: 'type_unknown', sites: 'site_required' }],
      [3, { sites: 'site_required' }],
      [4, { user_type: 'type_unknown' }],
    ])
    expect((await people()).items).toMatchObject([
      { first_name: 'D', admin: false, user_type: null },
      {
        first_name: 'E',
        admin: true,
        user_type: 'Admin',
        access: [{ site_name: 'Quay', user_type: 'Staff' }],
      },
      { first_name: 'F', admin: true, user_type: 'Admin' },
    ])
  })

  it('leaves out a row with more values than there are columns: they may stand in wrong ones', async () => {
    const rows = [`A,A,Inc,${mail('a')}`, `B,B,${mail('b')},,`, `"C, Inc",C,${mail('c')}`]
    const report = await bring(`${head}\n${rows.join('\n')}\n`)
    expect(report).toMatchObject({ created: 2 })
    expect(faultsOf(report)).toMatchObject([[2, { row: 'too_many_values' }]])
  })
  it('tells a site that is not known from a type that is not', async () => {
    const rows = [
      `A,A,${mail('a')},Quay: Kaiser`,
      `B,B,${mail('b')},Pier: Kaiser`,
      `C,C,${mail('c')},Pier: Staff`,
      `D,D,${mail('d')},Quay: Admin`,
    ]
    expect(faultsOf(await bring(`${head},sites\n${rows.join('\n')}\n`))).toEqual([
      [2, { sites: 'type_unknown' }],
      [3, { sites: 'site_name_unknown' }],
      [4, { sites: 'site_name_unknown' }],
      [5, { sites: 'type_not_allowed' }],
    ])
  })
  it.each([
    ['blanks', `a${' '.repeat(60_000)}b`],
    ['blanks behind a colon', `a:${' '.repeat(60_000)}!`],
    ['marks in the wrong order', `a${'\u0f71\u0f72'.repeat(10_000)}`],
    ['sites', '|a'.repeat(30_000)],
    ['types', 'a:b|'.repeat(15_000)],
  ])('reads %s in the place of a site in turns with others', async (_, cell) => {
    const row = (at: number) => `A,B,${mail(String(at))},${at}${cell}\n`
    const file = `${head},sites\n${[1, 2, 3, 4].map(row).join('')}`
    await bring(file, '?dry_run=true')
    const longest = await longestTurn(async () => {
      const { faults } = await bring(file, '?dry_run=true')
      expect(faults.map(({ field_codes }) => Object.keys(field_codes ?? {}))).toEqual(
        Array.from({ length: 4 }, () => ['sites']),
      )
    })
    expect(longest).toBeLessThan(100)
  })
  it('lets a Manager bring no administrator', async () => {
    const manager = await tokenOf({ access: [{ siteId, userType: 'Manager' }] })
    const file = `${head},sites,user_type\nA,A,${mail('a')},Quay,Admin\n`
    expect(faultsOf(await bring(file, '', manager))).toEqual([[2, { user_type: 'type_not_allowed' }]])
    expect((await people()).total).toBe(0)
  })

  it('reads a row of 60 values, and refuses one of 61', async () => {
    const { columns } = limits.importFile
    expect(columns).toBe(60)
    const row = (values: number) => `A,B,${mail('wide')}${','.repeat(values - 3)}`
    const refused = await send(`${head}\n${row(columns + 1)}\n`)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'csv_unreadable'])
    expect((await people()).total).toBe(0)
    expect(faultsOf(await bring(`${head}\n${row(columns)}\n`))).toEqual([])
    expect((await people()).total).toBe(1)
  })
  it('names what is wrong in a first line of 60 columns, and reads none of 61', async () => {
    const codeOf = async (columns: number) =>
      (await send(`${head}${',x'.repeat(columns - 3)}\nA,B,${mail('wide')}\n`)).json().code
    expect(await codeOf(limits.importFile.columns + 1)).toBe('csv_unreadable')
    expect(await codeOf(limits.importFile.columns)).toBe('csv_columns')
  })
  it('reads a row of 64 KiB, and refuses one letter more', async () => {
    const { rowLetters } = limits.importFile
    expect(rowLetters).toBe(65_536)
    const fileOf = (letters: number) => `${head}\n${`A,B,${mail('long')}`.padEnd(letters)}\n`
    const longHead = `${head.padEnd(rowLetters + 1)}\nA,B,${mail('long')}\n`
    for (const file of [fileOf(rowLetters + 1), longHead]) {
      const refused = await send(file)
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'csv_unreadable'])
    }
    expect((await people()).total).toBe(0)
    expect(faultsOf(await bring(fileOf(rowLetters)))).toEqual([])
    expect((await people()).total).toBe(1)
  })

  it.each([
    [
      'in UTF-16 without its mark',
      Buffer.from(`${head}\nA,B,c@import.example`, 'utf16le'),
      422,
      'csv_encoding',
    ],
    ['that is a picture', Buffer.from('\x89PNG\r\n\x1a\n\x00\x00', 'latin1'), 422, 'csv_encoding'],
    ['that is empty', Buffer.alloc(0), 422, 'csv_unreadable'],
    ['with nothing but commas', Buffer.alloc(4_000_000, ','), 422, 'csv_unreadable'],
    [
      'with a row of quoted lines and commas',
      Buffer.from(`${head}\n${`"\n"${','.repeat(60_000)}`.repeat(2)}`),
      422,
      'csv_unreadable',
    ],
    ['with more columns than anybody has', Buffer.from(`${'x,'.repeat(30_000)}\na`), 422, 'csv_unreadable'],
    [
      'with a value of four megabytes',
      Buffer.from(`${head}\n${'a'.repeat(4_000_000)},b,c`),
      422,
      'csv_unreadable',
    ],
    ['of a spreadsheet', Buffer.from('PK\x03\x04\x14\x00\x06\x00\x08\x00', 'latin1'), 422, 'csv_encoding'],
    ['with an open quote', Buffer.from(`${head}\n"A,B,c@import.example`), 422, 'csv_unreadable'],
    ['that is too large', Buffer.alloc(limits.importFile.bytes + 1, 'a'), 413, 'payload_too_large'],
    [
      'with too many rows',
      Buffer.from(`${head}\n${'a,b,c\n'.repeat(limits.importFile.rows + 1)}`),
      422,
      'csv_too_many_rows',
    ],
  ])('refuses a file %s', async (_, file, status, code) => {
    const response = await send(file)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code })
  })
  it.each([
    ['10,001', `${head}\n${'a,b,c\n'.repeat(10_001)}`],
    ['20,001', `${head}\r\n\r\n${'a,"b\r\n",c\r\n , ,""\r\n'.repeat(20_001)}`],
    ['1,000,000', `${head}\n${'a\n'.repeat(1_000_000)}`],
  ])('says of a file with %s rows how many they are, and how many are read', async (rows, file) => {
    expect((await send(file)).json()).toMatchObject({
      code: 'csv_too_many_rows',
      message: `This file has ${rows} rows, and at most 10,000 are read at once. Please divide it into several files.`,
    })
  })
  it('finds a site by its exact name first, then by any spelling, then by what a search would find', async () => {
    const { db } = test.database
    const makeSites = async (...names: string[]) =>
      Promise.all(names.map(async (name) => (await makeSite(db, clientId, { name })).id))
    const [plain, accented, hall] = await makeSites('Pena', 'Peña', 'Hall 12')
    const found: [string, string | undefined][] = [
      ['Pena', plain],
      ['Peña', accented],
      ['Pen\u0303a', accented],
      ['PEÑA', accented],
      ['pena', plain],
      ['hall12', hall],
      ['ＨＡＬＬ\u00a012', hall],
    ]
    const rowsOf = (names: string[]) =>
      names.map((name, at) => `Ana,B,${mail(`name-${at}`)},${name}`).join('\n')
    const report = await bring(`${head},sites\n${rowsOf(found.map(([name]) => name))}\n`)
    expect(faultsOf(report)).toEqual([])
    const { items } = await people('&per_page=100')
    const siteOf = new Map(items.map(({ email, access }) => [email, access[0]?.site_id]))
    expect(found.map((_, at) => siteOf.get(mail(`name-${at}`)))).toEqual(found.map(([, id]) => id))

    const unclear = await bring(`${head},sites\n${rowsOf(['Pêna', 'Pier'])}\n`, '?dry_run=true')
    expect(unclear.faults).toMatchObject([
      {
        line: 2,
        field_codes: { sites: 'site_name_ambiguous' },
        fields: { sites: 'Several sites match. Enter the exact name of the site.' },
      },
      { line: 3, field_codes: { sites: 'site_name_unknown' } },
    ])
  })
  it('asks the database as often for many rows as for one in a dry run, which writes nothing', async () => {
    const own = countQueries(createDatabase({ runtimeUrl: test.database.runtimeUrl }))
    const node = await buildSecondNode(test, own.db)
    const asked = async (count: number) => {
      own.statements.length = 0
      const rows = Array.from(
        { length: count },
        (_, at) => `Ana,B ${at},${mail(String(at))},04915701${at + 10},N-${at},Quay`,
      )
      const response = await node.app.inject({
        method: 'POST',
        url: '/api/users/import?dry_run=true',
        remoteAddress: freshIp(),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        payload: Buffer.from(`${head},mobile,employee_number,sites\n${rows.join('\n')}\n`),
      })
      expect(response.json()).toEqual({ rows: count, created: count, faults: [] })
      return own.statements.filter((text) => !text.includes('rate_'))
    }
    const forOne = await asked(10)
    const forMany = await asked(90)
    expect(forMany).toHaveLength(forOne.length)
    expect(forMany.filter((text) => /^\s*(insert|update|delete)/i.test(text))).toEqual([])
    await node.close()
  })
  it('refuses a file of another type, and says which column is missing, there twice or unknown', async () => {
    expect((await send('{}', '', token, 'application/json')).statusCode).toBe(415)
    const response = await send('first_name,email,EMAIL,Shoe size\nA,b,c,d\n')
    expect(response.json()).toMatchObject({
      code: 'csv_columns',
      field_codes: { last_name: 'column_missing', email: 'column_twice', shoe_size: 'column_unknown' },
    })
  })
  it('is not for staff; a Manager brings people to the managed sites, who wait for an approval', async () => {
    const staff = await tokenOf({ access: [{ siteId, userType: 'Staff' }] })
    expect((await send(`${head}\n`, '', staff)).statusCode).toBe(403)
    const manager = await tokenOf({ access: [{ siteId, userType: 'Manager' }] })
    const file = `${head},sites,approval_access\nA,A,${mail('a')},Quay,no\nB,B,${mail('b')},Annexe,\nC,C,${mail('c')},,\nD,D,${mail('d')},quay,yes\n`
    const report = await bring(file, '', manager)
    expect(report).toMatchObject({ rows: 4, created: 1 })
    expect(faultsOf(report)).toEqual([
      [3, { sites: 'site_name_unknown' }],
      [4, { sites: 'site_required' }],
      [5, { approval_access: 'approval_not_allowed' }],
    ])
    expect((await people('&status=pending')).items).toMatchObject([{ first_name: 'A', status: 'pending' }])
  })
  it('tells of few emails of accounts that the caller cannot see', async () => {
    const { accountEmails } = rateRules
    const addAccounts = async (owner: string, name: string) => {
      const emails = Array.from({ length: accountEmails.burst + 1 }, (_, at) => mail(`${name}-${at}`))
      await sql`
        with added as (
          insert into users (client_id, id, email, email_key, first_name, last_name, status)
          select ${owner}, gen_random_uuid(), email, email, 'A', 'B', 'active'
          from unnest(${emails}::text[]) as email
          returning client_id, id, email_key)
        insert into logins (client_id, user_id, email_key) select client_id, id, email_key from added`
      return `${head}\n${emails.map((email) => `A,B,${email}`).join('\n')}\n`
    }
    const own = await addAccounts(clientId, 'own')
    expect((await bring(own, '?dry_run=true')).created).toBe(0)
    const others = await addAccounts((await makeClient(test.database.db)).id, 'other')
    for (const query of ['?dry_run=true', '']) {
      const refused = await send(`${others}A,B,${mail('free')}\n`, query)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    // Nothing of such a file is written.
    expect((await people('&status=all')).items.filter(({ email }) => email === mail('free'))).toEqual([])
    const operator = await tokenOf({ siteAdmin: true })
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/users/import?dry_run=true',
      remoteAddress: freshIp(),
      headers: { authorization: `Bearer ${operator}`, 'content-type': 'text/csv', 'x-client-id': clientId },
      payload: others,
    })
    expect(response.statusCode, response.body).toBe(200)
  })
  it('tries few mobiles of one name against people whose mobile is masked to the caller', async () => {
    const { personKeyChange } = rateRules
    const person = { firstName: 'Ana', lastName: 'Da Silva', mobile: '+61491570156' }
    const [annexe] = await sql`select id from sites where client_id = ${clientId} and name = 'Annexe'`
    await makeMember(test, clientId, {
      ...person,
      access: [{ siteId: String(annexe?.['id']), userType: 'Staff' }],
    })
    const manager = await tokenOf({ access: [{ siteId, userType: 'Manager' }] })
    const fileOf = (name: string, mobiles: string[]) => {
      const rows = mobiles.map((mobile, at) => `${name},${mail(`try-${at}`)},${mobile},Quay`)
      return `${head},mobile,sites\n${rows.join('\n')}\n`
    }
    const endingIn = (end: string, count: number) =>
      Array.from({ length: count }, (_, at) => `049157${at}${end}`)
    // Another name and another end of the mobile tell nothing that the mask does not show.
    expect(await bring(fileOf('Zoe,Zorn', endingIn('156', 10)), '?dry_run=true', manager)).toMatchObject({
      created: 10,
    })
    expect(await bring(fileOf('Ana,Da Silva', endingIn('157', 10)), '?dry_run=true', manager)).toMatchObject({
      created: 10,
    })
    // Other spellings are the same name.
    const spellings = ['Ana,Da Silva', 'Silva,Ana Da', 'ÁNA,da-silva', 'Аna,Da Silva']
    for (let count = 0; count < personKeyChange.burst; count += 1) {
      const name = spellings[count % spellings.length] ?? ''
      const report = await bring(fileOf(name, ['0491570156']), '?dry_run=true', manager)
      expect(faultsOf(report), name).toEqual([[2, { mobile: 'already_in_use' }]])
    }
    for (const query of ['?dry_run=true', '']) {
      const refused = await send(fileOf('Ana,Da Silva', endingIn('156', 1)), query, manager)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
    }
    // The same limit as of single calls, and none for those who read all mobiles.
    const created = await call(
      test,
      'POST',
      '/users',
      { first_name: 'Ana', last_name: 'Da Silva', email: mail('one'), mobile: '0491570156' },
      { token: manager },
    )
    expect(created.status).toBe(429)
    expect((await bring(fileOf('Ana,Da Silva', endingIn('156', 10)), '?dry_run=true')).created).toBe(9)
  })
  it('says of every row what is wrong with it, and brings the others', async () => {
    await makeMember(test, clientId, {
      employeeNumber: 'E-9',
      email: mail('there'),
      mobile: '+61491570156',
      firstName: 'Ana',
      lastName: 'Silva',
    })
    const rows = [
      `Zoë,Zorn,${mail('zoe')},0491 570 157,E-1,12,Quay: Manager | annexe,Guest,yes,x,`,
      `,Zorn,${mail('z1')},,,,,,,,`,
      `Zoë,Zorn,nobody,,,,,,,,`,
      `Zoë,Zorn,${mail('zoe').toUpperCase()},,,,,,,,`,
      `Zoë,Zorn,${mail('z2')},12,,,,,,,`,
      `"=HYPERLINK(""http://x"")",Zorn,${mail('z3')},,,,,,,,`,
      `Zoë,Zorn,${mail('z4')},,e-1,,,,,,`,
      `Zoë,Zorn,${mail('z5')},,,,Elsewhere,,,,`,
      `Zoë,Zorn,${mail('z6')},,,,Quay,Boss,,,maybe`,
      `Zoë,Zorn,${mail('there')},,,,,,,,`,
      `Zoë,Zorn,${foreignEmail},,,,,,,,`,
      `Zoë,Zorn,${mail('z7')},,Ｅ - 9,,,,,,`,
      `ANA,Silva,${mail('z8')},0491570156,,,,,,,`,
      `Zoë,Zorn,${mail('z10')},,e‑1​,,,,,,`,
      // As an export writes it.
      `'＝A,Zorn,${mail('z11')},,,,,,,,`,
    ]
    const file = `${head},mobile,employee_number,phone_extension,sites,user_type,approval_access,ppe,temperature\r\n${rows.join('\r\n')}\r\n`
    const faults = [
      [3, { first_name: 'first_name_required' }],
      [4, { email: 'email_invalid' }],
      [5, { email: 'in_file_twice' }],
      [6, { mobile: 'phone_invalid' }],
      [7, { first_name: 'formula' }],
      [8, { employee_number: 'in_file_twice' }],
      [9, { sites: 'site_name_unknown' }],
      [10, { user_type: 'type_unknown', temperature: 'yes_or_no' }],
      [11, { email: 'already_in_use' }],
      [12, { email: 'already_in_use' }],
      [13, { employee_number: 'already_in_use' }],
      [14, { mobile: 'already_in_use' }],
      [15, { employee_number: 'in_file_twice' }],
      [16, { first_name: 'formula' }],
    ]
    const dry = await bring(file, '?dry_run=true')
    expect(dry).toMatchObject({ rows: 15, created: 1 })
    expect(faultsOf(dry)).toEqual(faults)
    expect((await people()).total).toBe(1)
    expect(faultsOf(await bring(file))).toEqual(faults)
    expect((await people()).items.filter(({ last_name }) => last_name === 'Zorn')).toMatchObject([
      {
        first_name: 'Zoë',
        mobile: '+61491570157',
        employee_number: 'E-1',
        user_type: 'Manager',
        access: [
          { site_name: 'Annexe', user_type: 'Guest' },
          { site_name: 'Quay', user_type: 'Manager' },
        ],
        approval_access: true,
        ppe: true,
        temperature: false,
        status: 'active',
      },
    ])
    const [row] =
      await sql`select count(*)::int as n from audit_entries where action = 'user.imported' and client_id = ${clientId}`
    expect(row?.['n']).toBe(1)
  })
  it('lists five hundred rows at fault of ten thousand, counts the others, and holds nobody up', async () => {
    const wrong = '=A,=B,nobody,x,,x,Nowhere,King,perhaps,perhaps,perhaps'
    const rows = Array.from({ length: limits.importFile.rows }, () => wrong)
    const columns = 'mobile,employee_number,phone_extension,sites,user_type,approval_access,ppe,temperature'
    const file = `${head},${columns}\n${rows.join('\n')}\n`
    const turns: number[] = []
    // The first one compiles the code.
    for (const run of [1, 2, 3])
      turns.push(
        await longestTurn(async () => {
          const { faults, more_faults: more, ...report } = await bring(file, '?dry_run=true')
          expect(report, `run ${run}`).toEqual({ rows: rows.length, created: 0 })
          expect(faults.map(({ line }) => line)).toEqual(
            Array.from({ length: limits.importFile.faults }, (_, at) => at + 2),
          )
          expect(Object.keys(faults[0]?.fields ?? {}).length).toBeGreaterThanOrEqual(10)
          expect(more).toBe(rows.length - limits.importFile.faults)
        }),
      )
    expect(Math.min(...turns)).toBeLessThan(50)
  })
  it('reads UTF-16, semicolons, and counts lines from where a part begins', async () => {
    const file = utf16(
      `First name;Last name;Email\r\nJosé;Núñez;${mail('jose')}\r\n;;\r\nX;;${mail('x')}\r\n`,
    )
    const report = await bring(file, '?first_line=501&invite=false')
    expect(report).toMatchObject({ rows: 2, created: 1 })
    expect(faultsOf(report)).toEqual([[503, { last_name: 'last_name_required' }]])
    expect((await people()).items).toMatchObject([{ first_name: 'José', last_name: 'Núñez' }])
  })
  it('reads windows-1252 where a file is no UTF-8', async () => {
    const western = (text: string) =>
      Uint8Array.from(text, (letter) => ({ '€': 0x80, '’': 0x92 })[letter] ?? letter.charCodeAt(0))
    await bring(western(`${head},employee_number\nJosé,O’Núñez,${mail('w')},€1\n`))
    expect((await people()).items).toMatchObject([
      { first_name: 'José', last_name: 'O’Núñez', employee_number: '€1' },
    ])
    for (const byte of [0x01, 0x81]) {
      const refused = await send(Buffer.concat([western(`${head}\nJosé,`), Buffer.from([byte])]))
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'csv_encoding'])
    }
  })
  it.each(['version:v1.0\r\n', 'version:v1.0,,\r\n', '\r\nversion:v1.0\r\n', 'sep=,\r\nversion:v1.0\r\n'])(
    'skips %j above the names of the columns, and counts it for the lines of the report',
    async (above) => {
      const file = `${above}${head}\r\nA,B,${mail('v')}\r\nC,,${mail('w')}\r\n`
      const lines = above.split('\r\n').length - 1
      expect(faultsOf(await bring(file))).toEqual([[3 + lines, { last_name: 'last_name_required' }]])
      expect((await people()).items).toMatchObject([{ first_name: 'A', last_name: 'B' }])
      const part = await bring(file, '?dry_run=true&first_line=100')
      expect(part.faults.map(({ line }) => line)).toEqual([100, 101])
    },
  )
  it.each([
    ['|', '"Quay: Manager | Annexe"'],
    [',', 'Quay: Manager|Annexe'],
  ])('reads values with %j between them, and | between sites', async (separator, sites) => {
    const rows = [
      ['First name', 'Last name', 'Email', 'Sites'],
      ['Ana', 'Silva', mail('s'), sites],
    ]
    await bring(rows.map((row) => row.join(separator)).join('\n'))
    expect((await people()).items).toMatchObject([
      { access: [{ site_name: 'Annexe' }, { site_name: 'Quay', user_type: 'Manager' }] },
    ])
  })
  it('reads the headings of directories', async () => {
    const headings =
      'First name [givenName] Required,*Last name,Email Address [Required],Mobile phone [mobile]'
    await bring(`${headings}\nAna,Silva,${mail('d')},0491570156\n`)
    expect((await people()).items).toMatchObject([
      { first_name: 'Ana', last_name: 'Silva', mobile: '+61491570156' },
    ])
  })
  it('brings in what the export wrote', async () => {
    const rows = [
      `Madonna,-,${mail('one')},+44 20 7946 0958,,,Quay,Manager,no,no,no`,
      `Zoë,"d'Été, ""Z""",${mail('two')},0491 570 156,E-7,12,Quay: Manager | Annexe: Guest,,yes,yes,no`,
      `'-,Ōno,${mail('three')},,007,,,Admin,no,no,yes`,
    ]
    const columns = 'mobile,employee_number,phone_extension,sites,user_type,approval_access,ppe,temperature'
    expect(await bring(`${head},${columns}\n${rows.join('\n')}\n`)).toMatchObject({ created: 3, faults: [] })
    const exportOf = async (who: string) => {
      const { status, text } = await call(test, 'GET', '/users/export?search=import.example', undefined, {
        token: who,
      })
      expect(status).toBe(200)
      return text
    }
    const first = await exportOf(token)
    expect(first).toContain(`"'-"`)
    const otherId = (await makeClient(test.database.db)).id
    for (const name of ['Quay', 'Annexe']) await makeSite(test.database.db, otherId, { name })
    const { token: other } = await signIn(test, await makeMember(test, otherId, { admin: true }))
    const moved = first.replaceAll(clientId, otherId)
    expect(await bring(moved, '', other)).toMatchObject({ rows: 3, created: 3, faults: [] })
    expect(await exportOf(other)).toBe(moved)
  })
  it('warns of numbers that a spreadsheet may have changed, and brings their rows', async () => {
    const numbers = ['1.2E+05', '7', '007', '70', 'E-7', '07']
    const rows = numbers.map((number, at) => `${at === 5 ? '' : 'A'},B,${mail(String(at))},${number}`)
    const report = await bring(`${head},employee_number\n${rows.join('\n')}\n`)
    expect(report.created).toBe(5)
    expect(faultsOf(report)).toMatchObject([[7, { first_name: 'first_name_required' }]])
    const zeros = {
      fields: { employee_number: 'Another row has this number with other leading zeros. Check both.' },
      field_codes: { employee_number: 'number_zeros' },
    }
    expect(report.warnings).toEqual([
      {
        line: 2,
        fields: { employee_number: 'A spreadsheet may have rounded this number. Check it.' },
        field_codes: { employee_number: 'number_rounded' },
      },
      { line: 3, ...zeros },
      { line: 4, ...zeros },
    ])
  })
  it('ignores the reason in a list of rows that failed', async () => {
    expect(await bring(`reason,${head}\n"Email: wrong",A,B,${mail('mended')}\n`)).toMatchObject({
      created: 1,
    })
  })
  it('keeps names of any alphabet', async () => {
    await bring(`${head}\nمحمد,الأحمد,${mail('m')}\n山田,太郎,${mail('y')}\n`)
    const { items } = await people()
    expect(items.map(({ first_name, last_name }) => `${first_name} ${last_name}`).toSorted()).toEqual(
      ['محمد الأحمد', '山田 太郎'].toSorted(),
    )
  })
  it('takes one file of a client after the other, and a file of another client at the same time', async () => {
    const parts = await Promise.all(
      ['one', 'two', 'three'].map((name) => bring(`${head}\nA,B,${mail(name)}\n`)),
    )
    expect(parts.map(({ created }) => created)).toEqual([1, 1, 1])
    // Another node imports for the client.
    await sql.begin(async (holder) => {
      await holder`select pg_advisory_xact_lock(hashtextextended(${`import ${clientId}`}, 0))`
      const refused = await send(`${head}\nA,B,${mail('four')}\n`)
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({ code: 'import_running' })
    })
    expect((await people()).total).toBe(3)
    expect(await bring(`${head}\nA,B,${mail('four')}\n`)).toMatchObject({ created: 1 })
  })
  it('is limited for a person, whatever others at the address send', async () => {
    const ip = freshIp()
    const [own, colleague] = [await tokenOf({ admin: true }), await tokenOf({ admin: true })]
    const by = (bearer: string, address = ip) =>
      call(test, 'POST', '/users/import', Buffer.from(''), {
        token: bearer,
        ip: address,
        headers: { 'content-type': 'text/csv' },
      })
    for (let sent = 0; sent < rateRules.imports.burst; sent += 1) expect((await by(own)).status).toBe(422)
    const refused = await by(own)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await by(own, freshIp())).status).toBe(429)
    expect((await by(colleague)).status).toBe(422)
  })
  it('hashes names and mobiles before it makes other changes of the client wait', async () => {
    const own = countQueries(createDatabase({ runtimeUrl: test.database.runtimeUrl }))
    const isLocked = () => own.statements.some((text) => text.includes('pg_advisory_xact_lock'))
    const lockedAtHash: boolean[] = []
    const noting =
      <Hash>(hash: (owner: string, person: Person) => Hash) =>
      (owner: string, person: Person) => {
        lockedAtHash.push(isLocked())
        return hash(owner, person)
      }
    const actor = { userId: newId(), clientId, admin: true, siteAdmin: false, scope: clientScope(clientId) }
    const report = await importUsers(
      { db: own.db, limits: test.limits, now: test.clock.now, actor } as Context<StaffActor>,
      { personKeys: noting(test.personKeys), banKeys: noting(test.banKeys), sendsMail: true },
      { dry_run: 'false', invite: 'false', first_line: 2 },
      Buffer.from(`${head},mobile\nAna,Silva,${mail('hashed')},0491570156\n`),
    )
    expect(report).toMatchObject({ created: 1, faults: [] })
    expect(isLocked()).toBe(true)
    expect(lockedAtHash).toEqual([false, false])
    await own.db.close()
  })
  it('invites whom it brings, where it should', async () => {
    const sent = async () => {
      const [row] =
        await sql`select count(*)::int as n from outbox where type = 'mail.invitation' and client_id = ${clientId}`
      return row?.['n'] as number
    }
    await bring(`${head}\nA,B,${mail('a')}\n`, '?invite=false')
    expect(await sent()).toBe(0)
    await bring(`${head}\nA,B,${mail('b')}\n`)
    expect(await sent()).toBe(1)
  })
  it('brings more people than it reads at once', async () => {
    const most = limits.importFile.rowsAtOnce + 100
    const rows = Array.from({ length: most }, (_, at) => `Ana,Number ${at},${mail(String(at))},Quay`)
    const file = `${head},sites\n${rows.join('\n')}\n`
    expect(await bring(file, '?invite=false')).toMatchObject({ created: most, faults: [] })
    expect((await people()).total).toBe(most)
  })
  it('brings people to more sites than one statement could name', async () => {
    const sites = 170
    await sql`insert into sites (client_id, id, name)
      select ${clientId}, gen_random_uuid(), 'Berth ' || n from generate_series(1, ${sites}) as n`
    const all = Array.from({ length: sites }, (_, n) => `Berth ${n + 1}`).join(' | ')
    const rows = Array.from({ length: 100 }, (_, at) => `Ana,Number ${at},${mail(String(at))},${all}`)
    expect(await bring(`${head},sites\n${rows.join('\n')}\n`, '?invite=false')).toMatchObject({
      created: 100,
      faults: [],
    })
    const entries = await sql`
      select user_type, count(distinct user_id)::int as people, count(*)::int as entries from access_entries
      where client_id = ${clientId} group by user_type`
    expect(entries).toEqual([{ user_type: 'Staff', people: 100, entries: 100 * sites }])
  })
  it('reads as many users for each row of a later file as for one of the first', async () => {
    const size = limits.importFile.rowsAtOnce
    for (const file of [0, 1]) {
      const rows = Array.from({ length: size }, (_, at) => `Ana,B,${mail(`${file}-${at}`)},Quay | Annexe`)
      expect(await bring(`${head},sites\n${rows.join('\n')}\n`, '?invite=false')).toMatchObject({
        created: size,
      })
    }
    const readUsers = async () => {
      const [row] = await sql<{ written: string; read: string }[]>`
        select n_tup_ins as written, seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where relname = 'users'`
      return { written: Number(row?.written), read: Number(row?.read) }
    }
    // A connection would tell its figures only when it has rested for ten seconds.
    const flush = () =>
      test.database.db.withConnection(({ sql: each }) => each`select pg_stat_force_next_flush()`)
    await Promise.all(Array.from({ length: testConnections }, flush))
    await expect.poll(async () => (await readUsers()).written).toBeGreaterThan(2 * size)
    expect((await readUsers()).read).toBeLessThan(2 * size * 500)
  })
})
