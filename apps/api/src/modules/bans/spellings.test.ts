import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { call } from '../../../test/staff.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { createBan } from './create-ban.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
})
afterAll(() => test.close())

const mobile = '+61491570157'

/** A venue at which one person is banned. */
async function venueThatBans(firstName: string, lastName: string) {
  const { db } = test.database
  const { id: clientId } = await makeClient(db)
  const site = await makeSite(db, clientId)
  const method = await makeMethod(db, clientId, site.id)
  const now = test.clock.now
  const whom = { person: { firstName, lastName, mobile } }
  await withScope(db, clientScope(clientId), (tx) =>
    createBan(
      tx,
      test.banKeys,
      { kind: 'system', id: null },
      { clientId, siteId: null, whom, reason: 'Test', from: now, until: null },
      now,
    ),
  )
  return { clientId, method }
}

async function isBanned(machineId: string, person: object): Promise<unknown> {
  const { status, body, text } = await call(test, 'POST', '/checkin', { ...person, machineId })
  expect(status, text).toBe(200)
  return body['banned']
}

describe('a banned person is refused', () => {
  it.each([
    ['with a heart', 'Ana❤ Maria', 'Silva ♥\ufe0f', '0491 570 157'],
    ['with a smiley and signs', '😀 Ana™ Maria', 'Silva №', '0491 570 157'],
    ['with a raised and a circled digit', 'Ana² Maria', 'Silva ①', '0491 570 157'],
    ['with marks of other scripts', 'Ana\u0e31 Maria\u093e', 'Silva\u3099', '0491 570 157'],
    ['with mails in frames', 'Ⓐna Maria', '🅂ilva', '0491 570 157'],
    ['with a zero-width joiner', 'Ana\u200dMaria', 'Silva', '0491 570 157'],
    ['with a soft hyphen', 'Ana\u00ad Maria', 'Sil\u00adva', '0491 570 157'],
    ['with variation selectors', 'Ana\ufe0f Maria', 'Silva\u{e0100}', '0491 570 157'],
    ['with a combining grapheme joiner', 'Ana\u034f Maria', 'Silva', '0491 570 157'],
    ['with a Hangul filler', 'Ana\u3164 Maria', 'Silva', '0491 570 157'],
    ['in mathematical letters', '𝐀𝐧𝐚 𝐌𝐚𝐫𝐢𝐚', '𝕊𝕚𝕝𝕧𝕒', '0491 570 157'],
    ['in full-width letters', 'Ａｎａ Ｍａｒｉａ', 'Ｓｉｌｖａ', '０４９１ ５７０ １５７'],
    ['with given and family name swapped', 'Silva', 'Ana Maria', '0491 570 157'],
    ['with the fields divided elsewhere', 'Ana', 'Maria Silva', '0491 570 157'],
    ['with the names in any order', 'Maria', 'Silva Ana', '0491 570 157'],
    ['with strokes through the letters', 'Ⱥna Mariⱥ', 'Siłva', '0491 570 157'],
    ['in Cyrillic letters that look alike', 'Аnа Маriа', 'Ѕіlvа', '0491 570 157'],
    ['with another letter for the l', 'Ana Maria', 'SiIva', '0491 570 157'],
    ['with a hyphen', 'Ana-Maria', 'Silva', '+61 (0)491 570 157'],
    ['with a number that is copied with marks', 'Ana Maria', 'Silva', '\u202a+61 491 570 157\u202c'],
  ])('%s', async (_, firstName, lastName, typed) => {
    const { method } = await venueThatBans('Ana Maria', 'Silva')
    expect(await isBanned(method.id, { firstName, lastName, mobile: typed })).toBe(true)
  })
  it.each([
    ['Großmann', 'Grossmann'],
    ['Wałęsa', 'Walesa'],
    ['Ødegård', 'Odegard'],
    ['Đặng', 'Dang'],
    ['Müller', 'Mueller'],
    ['O’Brien', 'OBrien'],
  ])('as %s and as %s, whichever of the two was banned', async (one, other) => {
    for (const [banned, said] of [
      [one, other],
      [other, one],
    ] as const) {
      const { method } = await venueThatBans('Robin', banned)
      expect(await isBanned(method.id, { firstName: 'Robin', lastName: said, mobile })).toBe(true)
    }
  })
  it('and a relative with the same mobile comes in', async () => {
    const { method } = await venueThatBans('Ana Maria', 'Silva')
    expect(await isBanned(method.id, { firstName: 'Joana', lastName: 'Silva', mobile })).toBe(false)
  })
})

describe('a visitor', () => {
  it('who comes back under another spelling is one person on site', async () => {
    const { clientId, method } = await venueThatBans('Somebody', 'Else')
    await isBanned(method.id, { firstName: 'Łukasz', lastName: 'Groß', mobile })
    await isBanned(method.id, { firstName: 'Lu\u00adkasz\u200d', lastName: 'gross', mobile })
    expect(await sql`select person_key from presence where client_id = ${clientId}`).toHaveLength(1)
    const ended = await sql`select ended_as from visits where client_id = ${clientId} order by id`
    expect(ended).toEqual([{ ended_as: 'superseded' }, { ended_as: null }])
  })
  it('whose name is another’s, swapped, is a person of her own', async () => {
    const { clientId, method } = await venueThatBans('Somebody', 'Else')
    await isBanned(method.id, { firstName: 'Ann', lastName: 'Lee', mobile })
    await isBanned(method.id, { firstName: 'Lee', lastName: 'Ann', mobile })
    const present = await sql`select first_name from presence where client_id = ${clientId} order by 1`
    expect(present).toEqual([{ first_name: 'Ann' }, { first_name: 'Lee' }])
  })
  it('keeps the name as it was typed', async () => {
    const { clientId, method } = await venueThatBans('Somebody', 'Else')
    await isBanned(method.id, { firstName: 'Łukasz', lastName: 'Groß-Ødegård', mobile })
    const rows = await sql`select first_name, last_name from visits where client_id = ${clientId}`
    expect(rows).toEqual([{ first_name: 'Łukasz', last_name: 'Groß-Ødegård' }])
  })
})
