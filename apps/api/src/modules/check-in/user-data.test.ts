import { rateRules } from '@gatehouse/validation/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { countQueries } from '../../../test/count-queries.ts'
import {
  makeClient,
  makeMethod,
  makeQuestion,
  makeRole,
  makeSite,
  makeUser,
} from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { userVisitorRoles } from '../../db/schema/visitor-roles.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'

const known = { firstName: 'Renée', lastName: 'Dubois', mobile: '+61491570159' }
const stranger = { firstName: 'Ana', lastName: 'Silva', mobile: '0491 570 156' }

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let client: { id: string }
/**
 * One site that asks by user, one that asks everyone the same; both with the same roles and
 * questions.
 */
const places = {} as Record<'byUser' | 'forAll', Place>
type Place = {
  id: string
  key: string
  roles: Record<'guest' | 'crew' | 'cast', string>
  questions: string[]
}
let user: { id: string }

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  client = await makeClient(test.database.db)
  user = await makeUser(test.database.db, test.passwords, client.id, {
    ...known,
    personKey: test.personKeys(client.id, known),
  })
  places.byUser = await makePlace(true)
  places.forAll = await makePlace(false)
})
afterAll(() => test.close())

async function makePlace(questionsByUser: boolean): Promise<Place> {
  const { db } = test.database
  const site = await makeSite(db, client.id, { questionsByUser })
  const method = await makeMethod(db, client.id, site.id)
  const role = async (name: string) => (await makeRole(db, client.id, site.id, name)).id
  const roles = { guest: await role('Guest'), crew: await role('Crew'), cast: await role('Cast') }
  const ask = async (text: string, bound: string[] = []) =>
    (
      await makeQuestion(db, client.id, site.id, {
        type: 'free text',
        text,
        texts: { es: `¿${text}` },
        roles: bound,
      })
    ).id
  const questions = [
    await ask('Host?'),
    await ask('Of guests?', [roles.guest]),
    await ask('Load?', [roles.crew]),
  ]
  await giveRoles(roles.crew, roles.cast)
  return { ...method, roles, questions }
}

const giveRoles = (...roleIds: string[]) =>
  withScope(test.database.db, clientScope(client.id), (tx) =>
    tx
      .insert(userVisitorRoles)
      .values(roleIds.map((roleId) => ({ clientId: client.id, userId: user.id, roleId }))),
  )

const url = '/api/checkin/user-data'
const post = (place: { id: string }, person: object, more: object = {}) =>
  test.app.inject({ method: 'POST', url, payload: { id: place.id, ...person, ...more } })
const get = (query: Record<string, string>) => test.app.inject({ url, query })
const formOf = async (place: Place, person: object, more?: object) => {
  const response = await post(place, person, more)
  expect(response.statusCode, response.body).toBe(200)
  const { roles, questions, ...rest } = response.json()
  expect(rest).toEqual({})
  return {
    roles: roles.map(({ name }: { name: string }) => name),
    questions: questions.map(({ questionText }: { questionText: string }) => questionText),
  }
}
const whole = { roles: ['Cast', 'Crew', 'Guest'], questions: ['Host?', 'Of guests?', 'Load?'] }

describe('refuses', () => {
  it.each([
    ['no body', () => ({}), 400, 'id'],
    ['an id that is none', () => ({ ...stranger, id: 'GATE' }), 400, 'id'],
    ['a blank name', () => ({ ...stranger, id: places.byUser.id, firstName: ' ' }), 400, 'firstName'],
    ['a NUL', () => ({ ...stranger, id: places.byUser.id, lastName: 'a\u0000' }), 400, 'lastName'],
    ['an unknown language', () => ({ ...stranger, id: places.byUser.id, language: 'fr' }), 400, 'language'],
    ['an unknown field', () => ({ ...stranger, id: places.byUser.id, admin: true }), 400, 'admin'],
    ['a mobile that is none', () => ({ ...stranger, id: places.byUser.id, mobile: '12' }), 422, 'mobile'],
  ])('%s', async (_, payload, status, field) => {
    const response = await test.app.inject({ method: 'POST', url, payload: payload() })
    expect(response.statusCode).toBe(status)
    expect(Object.keys(response.json().fields)).toContain(field)
  })
  it('an unknown method and closed ones alike, also of a site that is', async () => {
    const { db } = test.database
    const away = await makeSite(db, client.id, { status: 'archived' })
    const closed = [
      await makeMethod(db, client.id, (await makeSite(db, client.id)).id, { enabled: false }),
      await makeMethod(db, client.id, away.id),
    ]
    const unknown = await post({ id: '0192f0c1-0000-7000-8000-000000000000' }, stranger)
    expect(unknown.statusCode).toBe(404)
    for (const method of closed) expect((await post(method, stranger)).body).toBe(unknown.body)
  })
  it('in a query the same, by the names of the address', async () => {
    const response = await get({ id: places.byUser.id, 'first-name': 'Ana', mobile: '0491570156' })
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields)).toContain('last-name')
  })
})

describe('where a site asks by user', () => {
  it('a known user is offered their own roles and what those are asked', async () => {
    expect(await formOf(places.byUser, known)).toEqual({
      roles: ['Cast', 'Crew'],
      questions: ['Host?', 'Load?'],
    })
  })
  it('however the name is spelled, and by GET as by POST', async () => {
    const spelled = { firstName: 'RENEE', lastName: ' dubois', mobile: '0491 570 159' }
    const { body } = await post(places.byUser, known)
    expect((await post(places.byUser, spelled)).body).toBe(body)
    const query = {
      id: places.byUser.id,
      'first-name': spelled.firstName,
      'last-name': spelled.lastName,
      mobile: spelled.mobile,
    }
    const response = await get(query)
    expect(response.body).toBe(body)
    expect(response.headers['cache-control']).toBe('no-store')
  })
  it.each([
    ['a stranger', stranger],
    ['the name with another mobile', { ...known, mobile: '0491570110' }],
    ['the mobile with another name', { ...known, firstName: 'René' }],
  ])('%s is offered the site’s', async (_, person) => {
    expect(await formOf(places.byUser, person)).toEqual(whole)
  })
  it.each(['pending', 'archived', 'rejected'] as const)('a user who is %s is a stranger', async (status) => {
    const person = { ...known, firstName: status }
    const { id } = await makeUser(test.database.db, test.passwords, client.id, {
      ...person,
      status,
      personKey: test.personKeys(client.id, person),
    })
    await sql`insert into user_visitor_roles values (${client.id}, ${id}, ${places.byUser.roles.crew})`
    expect(await formOf(places.byUser, person)).toEqual(whole)
  })
  it('a user without a role of the site cannot be told from a stranger', async () => {
    const person = { ...known, firstName: 'Roleless' }
    await makeUser(test.database.db, test.passwords, client.id, {
      ...person,
      personKey: test.personKeys(client.id, person),
    })
    expect((await post(places.byUser, person)).body).toBe((await post(places.byUser, stranger)).body)
  })
  it('a user of another client is a stranger', async () => {
    const other = await makeClient(test.database.db)
    const site = await makeSite(test.database.db, other.id, { questionsByUser: true })
    const method = await makeMethod(test.database.db, other.id, site.id)
    expect((await post(method, known)).json()).toEqual({ roles: [], questions: [] })
  })
  it('the same holds for the sign-in itself', async () => {
    const { id, roles, questions } = places.byUser
    const submit = (person: object, role: string, given: object) =>
      test.app.inject({
        method: 'POST',
        url: '/api/checkin',
        payload: { ...person, machineId: id, role, questions: given },
      })
    const [host = '', , load = ''] = questions
    const answers = { [host]: { answer: 'Wu' }, [load]: { answer: 'Bricks' } }
    expect((await submit(known, roles.guest, answers)).json()).toMatchObject({ code: 'unknown_role' })
    expect((await submit(known, roles.crew, { [host]: { answer: 'Wu' } })).json()).toMatchObject({
      code: 'questions_changed',
      fields: { [`questions.${load}`]: expect.any(String) },
    })
    expect((await submit(known, roles.crew, answers)).statusCode).toBe(200)
    expect((await submit(stranger, roles.cast, { [host]: { answer: 'Wu' } })).statusCode).toBe(200)
  })
})

describe('where somebody tries mobiles for a name', () => {
  const { burst } = rateRules.mobilesPerName
  let named: typeof known
  let tried = 0

  beforeEach(async () => {
    tried = 0
    named = {
      firstName: `Noor${crypto.randomUUID().slice(0, 8)}`,
      lastName: 'Haddad',
      mobile: '+61491570159',
    }
    const { id } = await makeUser(test.database.db, test.passwords, client.id, {
      ...named,
      personKey: test.personKeys(client.id, named),
    })
    const { crew } = places.byUser.roles
    await sql`insert into user_visitor_roles values (${client.id}, ${id}, ${crew})`
  })

  /** Asks with this many wrong mobiles, from as many addresses. */
  const tryMobiles = async (count: number, person: object = named) => {
    for (let left = count; left > 0; left -= 1) {
      tried += 1
      const mobile = `0491571${String(tried).padStart(3, '0')}`
      const remoteAddress = `10.7.0.${tried}`
      const payload = { id: places.byUser.id, ...person, mobile }
      const response = await test.app.inject({ method: 'POST', url, remoteAddress, payload })
      expect(response.statusCode).toBe(200)
    }
  }
  const draftOf = async (place: Place) => {
    const response = await test.app.inject({ url: `/api/checkin/machine-data?method=${place.key}` })
    return String(response.json().draft)
  }
  const submit = (place: Place, person: object, role: string, more: object = {}) => {
    const [host = '', ofGuests = '', load = ''] = place.questions
    const questions = Object.fromEntries([host, ofGuests, load].map((id) => [id, { answer: 'Wu' }]))
    return test.app.inject({
      method: 'POST',
      url: '/api/checkin',
      payload: { ...person, machineId: place.id, role, questions, ...more },
    })
  }

  it('the right one is answered like a wrong one, once a few were tried', async () => {
    await tryMobiles(burst - 1)
    expect((await formOf(places.byUser, named)).roles).toEqual(['Crew'])
    await tryMobiles(3)
    const right = await test.app.inject({
      method: 'POST',
      url,
      remoteAddress: '10.7.1.1',
      payload: { id: places.byUser.id, ...named },
    })
    expect(right.body).toBe((await post(places.byUser, { ...named, mobile: stranger.mobile })).body)
    const query = {
      id: places.byUser.id,
      'first-name': 'HADDAD',
      'last-name': named.firstName,
      mobile: named.mobile,
    }
    expect((await test.app.inject({ url, query, remoteAddress: '10.7.1.2' })).body).toBe(right.body)
  })

  it('the sign-in tells no more, and works with the right one', async () => {
    await tryMobiles(burst)
    const { guest, crew } = places.byUser.roles
    const unanswered = (person: object) => submit(places.byUser, person, guest, { questions: {} })
    const wrong = await unanswered({ ...named, mobile: stranger.mobile })
    expect(wrong.statusCode).toBe(422)
    expect((await unanswered(named)).body).toBe(wrong.body)
    expect((await submit(places.byUser, named, guest)).statusCode).toBe(200)
    expect((await submit(places.byUser, named, crew)).statusCode).toBe(200)
    const rows = await sql`select kind from visits where first_name = ${named.firstName}`
    expect(rows.map(({ kind }) => kind)).toEqual(['user', 'user'])
  })

  it('a page goes on with the form that it was offered', async () => {
    const draft = await draftOf(places.byUser)
    expect((await formOf(places.byUser, named, { draft })).roles).toEqual(['Crew'])
    await tryMobiles(burst)
    expect((await formOf(places.byUser, named, { draft })).roles).toEqual(['Crew'])
    const refused = await submit(places.byUser, named, places.byUser.roles.guest, { draft })
    expect(refused.json()).toMatchObject({ code: 'unknown_role' })
    const other = await draftOf(places.byUser)
    expect(await formOf(places.byUser, named, { draft: other })).toEqual(whole)
  })

  it('another name has its own few', async () => {
    await tryMobiles(burst, { ...named, firstName: 'Another' })
    expect((await formOf(places.byUser, named)).roles).toEqual(['Crew'])
  })
})

it('everybody is offered the same where the site does not ask by user', async () => {
  const { body } = await post(places.forAll, stranger)
  expect((await post(places.forAll, known)).body).toBe(body)
  expect(await formOf(places.forAll, known)).toEqual(whole)
})

it('asks in the language that is wanted', async () => {
  expect((await formOf(places.byUser, stranger, { language: 'es' })).questions).toEqual([
    '¿Host?',
    '¿Of guests?',
    '¿Load?',
  ])
})

it('runs the same statements for known and unknown people', async () => {
  const counted = countQueries(test.database.db)
  const node = await buildSecondNode(test, { ...counted.db, close: async () => {} })
  const statementsFor = async (person: object) => {
    counted.statements.length = 0
    const response = await node.app.inject({
      method: 'POST',
      url,
      payload: { ...person, id: places.byUser.id },
    })
    expect(response.statusCode).toBe(200)
    return [...counted.statements]
  }
  // The node looks up the client of the method once.
  await statementsFor(stranger)
  const forKnown = await statementsFor(known)
  expect(forKnown.length).toBeGreaterThan(3)
  expect(await statementsFor(stranger)).toEqual(forKnown)
  await node.close()
})

it('is limited by address and method', async () => {
  const ask = (id: string, remoteAddress: string) =>
    test.app.inject({ method: 'POST', url, remoteAddress, payload: { ...stranger, id } })
  const asMany = async (count: number) => {
    const statuses: number[] = []
    for (let done = 0; done < count; done += 20) {
      const responses = await Promise.all(Array.from({ length: 20 }, () => ask(places.byUser.id, '10.2.0.1')))
      statuses.push(...responses.map(({ statusCode }) => statusCode))
    }
    return statuses
  }
  expect(new Set(await asMany(400))).toEqual(new Set([200]))
  const refused = await ask(places.byUser.id, '10.2.0.1')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('1')
  expect((await ask(places.forAll.id, '10.2.0.1')).statusCode).toBe(200)
  expect((await ask(places.byUser.id, '10.2.0.2')).statusCode).toBe(200)
})
