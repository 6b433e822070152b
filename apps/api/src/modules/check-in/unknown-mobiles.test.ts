import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let client: { id: string }
let method: { id: string; key: string }

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  client = await makeClient(test.database.db)
  const site = await makeSite(test.database.db, client.id, { questionsByUser: true })
  method = await makeMethod(test.database.db, client.id, site.id)
})
afterAll(() => test.close())

const visitor = { firstName: 'Ana', lastName: 'Silva', mobile: '0912 345 678' }
const confirmed = { ...visitor, mobileConfirmed: true }

const post = (url: string, payload: object) => test.app.inject({ method: 'POST', url: `/api${url}`, payload })
const signIn = (person: object) => post('/checkin', { ...person, machineId: method.id })
const accept = (isAccepted: boolean) =>
  sql`update clients set accepts_unknown_mobiles = ${isAccepted} where id = ${client.id}`
const configOf = async () =>
  (await test.app.inject(`/api/checkin/machine-data?method=${method.key}`)).json().config

describe('a mobile that the numbering plan does not know', () => {
  it('is refused where the client does not accept such numbers, confirmed or not', async () => {
    expect(await configOf()).not.toHaveProperty('acceptsUnknownMobiles')
    for (const person of [visitor, confirmed]) {
      const response = await signIn(person)
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({ code: 'invalid_phone', fields: { mobile: expect.any(String) } })
    }
    expect((await post('/checkin/user-data', { ...confirmed, id: method.id })).statusCode).toBe(422)
  })

  it('signs in where the client accepts it and the visitor has confirmed it, at once after the change', async () => {
    await accept(true)
    expect(await configOf()).toMatchObject({ acceptsUnknownMobiles: true })
    expect((await signIn(visitor)).statusCode).toBe(422)
    expect((await post('/checkin/user-data', { ...confirmed, id: method.id })).statusCode).toBe(200)
    expect((await signIn(confirmed)).statusCode).toBe(200)
    const visits = await sql`select mobile from visits where client_id = ${client.id}`
    expect(visits).toEqual([{ mobile: '+61912345678' }])
  })

  it('is refused where it cannot be a number, and again when the client changes its mind', async () => {
    expect((await signIn({ ...confirmed, mobile: '12' })).statusCode).toBe(422)
    await accept(false)
    expect((await signIn(confirmed)).statusCode).toBe(422)
  })
})
