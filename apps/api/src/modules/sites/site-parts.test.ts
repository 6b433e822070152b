import { beforeAll, describe, expect, it } from 'vitest'
import {
  makeClient,
  makeMethod,
  makeQuestion,
  makeRole,
  makeSite,
  makeUser,
} from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { newId } from '../../lib/ids.ts'

const here = inWorld()

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
let clientId: string
let admin: string
let siteId: string
let otherSite: string
let door: { id: string; key: string }

beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
  admin = await openSession(here.test, { clientId, userId, admin: true })
  siteId = (await makeSite(db, clientId)).id
  otherSite = (await makeSite(db, clientId)).id
  door = await makeMethod(db, clientId, siteId)
})

const ask = (method: Method, path: string, body?: object, token: string | undefined = admin, headers = {}) =>
  call(here.test, method, `/sites/${path}`, body, { headers, ...(token === undefined ? {} : { token }) })
const items = async (path: string) => (await ask('GET', path)).body['items'] as Record<string, unknown>[]
const page = async (language = 'en-au') =>
  (
    await call(here.test, 'GET', `/checkin/machine-data?method=${door.key}`, undefined, {
      headers: { 'accept-language': language },
    })
  ).body
const auditOf = (id: unknown) =>
  here.sql`select action, details from audit_entries where target_id = ${String(id)} order by at, id`

describe('visitor roles', () => {
  const roles = () => `${siteId}/visitor-roles`
  const names = async () => (await items(roles())).map(({ name }) => name)
  const add = async (name: string) => {
    const made = await ask('POST', roles(), { name })
    expect(made.status, made.text).toBe(201)
    return String(made.body['id'])
  }

  it.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: 'Crew', names: { fr: 'Équipe' } }, 'names.fr'],
    [{ name: 'Crew', names: { es: '' } }, 'names.es'],
    [{ name: 'Crew', position: 3 }, 'position'],
  ])('are refused with %j', async (body, field) => {
    const response = await ask('POST', roles(), body)
    expect(response.status).toBe(400)
    expect(Object.keys(response.body['fields'] ?? {})).toEqual([field])
  })
  it('of another client, or of another site, are not there', async () => {
    const { b } = here.world
    const { db } = here.test.database
    const foreign = await makeRole(db, b.clientId, b.siteId, 'Foreign')
    const elsewhere = await makeRole(db, clientId, otherSite, 'Elsewhere')
    const paths = [
      `${b.siteId}/visitor-roles/${foreign.id}`,
      `${roles()}/${foreign.id}`,
      `${roles()}/${elsewhere.id}`,
    ]
    for (const path of [...paths, `${roles()}/${newId()}`]) {
      expect((await ask('PATCH', path, { name: 'Mine' })).status, path).toBe(404)
      expect((await ask('DELETE', path)).status, path).toBe(404)
    }
    expect((await ask('GET', `${b.siteId}/visitor-roles`)).status).toBe(404)
    expect(
      await here.sql`select name from visitor_roles where id in (${foreign.id}, ${elsewhere.id}) order by name`,
    ).toEqual([{ name: 'Elsewhere' }, { name: 'Foreign' }])
    await here.sql`delete from visitor_roles where id in (${foreign.id}, ${elsewhere.id})`
  })
  it('are added, named in each language, ordered, and offered to visitors in that order', async () => {
    const crew = await add('Crew')
    const guest = await add('Guest')
    const driver = await add('Driver')
    expect(await names()).toEqual(['Crew', 'Guest', 'Driver'])
    await ask('PATCH', `${roles()}/${driver}`, { position: 0, names: { es: 'Conductor' } })
    expect(await names()).toEqual(['Driver', 'Crew', 'Guest'])
    await ask('PATCH', `${roles()}/${driver}`, { position: 99 })
    expect(await names()).toEqual(['Crew', 'Guest', 'Driver'])
    await ask('PATCH', `${roles()}/${driver}`, { position: 1 })
    expect((await items(roles())).map(({ position }) => position)).toEqual([0, 1, 2])
    expect((await page())['roles']).toEqual([
      { id: crew, name: 'Crew' },
      { id: driver, name: 'Driver' },
      { id: guest, name: 'Guest' },
    ])
    await ask('PATCH', `${roles()}/${guest}`, { enabled: false })
    expect((await page())['roles']).toHaveLength(2)
    expect(await auditOf(guest)).toEqual([
      expect.objectContaining({ action: 'visitor_role.created' }),
      { action: 'visitor_role.updated', details: { before: { enabled: true }, after: { enabled: false } } },
    ])
    const found = await ask('GET', `${roles()}?search=driv&sort=name%20desc&per_page=1`)
    expect(found.body).toMatchObject({ total: 1, items: [{ id: driver, names: { es: 'Conductor' } }] })
    for (const id of [crew, guest, driver]) expect((await ask('DELETE', `${roles()}/${id}`)).status).toBe(204)
    expect(await items(roles())).toEqual([])
  })
  it('is not deleted while a question is asked of it alone, because it would be asked of everybody', async () => {
    const { db } = here.test.database
    const crew = await makeRole(db, clientId, siteId, 'Stage crew')
    const guest = await makeRole(db, clientId, siteId, 'Stage guest')
    const asked = { type: 'free text' as const, text: 'Your harness number?' }
    const harness = await makeQuestion(db, clientId, siteId, { ...asked, roles: [crew.id] })
    const both = await makeQuestion(db, clientId, siteId, { ...asked, roles: [crew.id, guest.id] })
    const only = async () => (await items(roles())).map((role) => [role['name'], role['only_questions']])
    expect(await only()).toEqual([
      ['Stage crew', ['Your harness number?']],
      ['Stage guest', []],
    ])
    const refused = { status: 422, body: { code: 'role_limits_questions' } }
    expect(await ask('DELETE', `${roles()}/${crew.id}`)).toMatchObject(refused)
    expect((await ask('DELETE', `${roles()}/${guest.id}`)).status).toBe(204)
    await here.sql`update questions set archived_at = now() where id = ${harness.id}`
    expect(await only()).toEqual([['Stage crew', ['Your harness number?', 'Your harness number?']]])
    expect(await ask('DELETE', `${roles()}/${crew.id}`)).toMatchObject(refused)
    const limited = await here.sql`
      select question_id from question_roles where question_id in (${harness.id}, ${both.id})`
    expect(limited).toHaveLength(2)
    await here.sql`delete from questions where id in (${harness.id}, ${both.id})`
    expect((await ask('DELETE', `${roles()}/${crew.id}`)).status).toBe(204)
  })
  it('that two people edit tell the second one', async () => {
    const id = await add('Usher')
    const [role] = await items(roles())
    const headers = { 'if-match': `"${String(role?.['last_modified'])}"` }
    const first = await ask('PATCH', `${roles()}/${id}`, { name: 'Ushers' }, admin, headers)
    const second = await ask('PATCH', `${roles()}/${id}`, { name: 'Usherettes' }, admin, headers)
    expect(second).toMatchObject({ status: 412, body: { current: first.body } })
    await ask('DELETE', `${roles()}/${id}`)
  })
  it('are not changed by managers', async () => {
    const { a, tokens } = here.world
    expect(
      (await ask('POST', `${a.siteId}/visitor-roles`, { name: 'Mine' }, tokens['manager A'])).status,
    ).toBe(403)
    expect((await ask('GET', `${a.siteId}/visitor-roles`, undefined, tokens['manager A'])).status).toBe(200)
    expect((await ask('GET', `${a.otherSiteId}/visitor-roles`, undefined, tokens['manager A'])).status).toBe(
      404,
    )
  })
  it('are a hundred at most', async () => {
    await here.sql`insert into visitor_roles (client_id, id, site_id, name)
      select ${clientId}, gen_random_uuid(), ${otherSite}, 'Role ' || n from generate_series(1, 100) n`
    expect((await ask('POST', `${otherSite}/visitor-roles`, { name: 'One more' })).body).toMatchObject({
      code: 'too_many_parts',
    })
    await here.sql`delete from visitor_roles where site_id = ${otherSite}`
  })
})

describe('questions', () => {
  const path = () => `${siteId}/questions`
  it('are assigned and taken back, and visitors are asked what is assigned', async () => {
    const { db } = here.test.database
    const here1 = await makeQuestion(db, clientId, siteId, { type: 'free text', text: 'Whom?' })
    const elsewhere = await makeQuestion(db, clientId, otherSite, { type: 'free text', text: 'Why?' })
    const archived = await makeQuestion(db, clientId, siteId, { type: 'free text', text: 'Old?' })
    await here.sql`update questions set archived_at = now() where id = ${archived.id}`
    const assigned = async () =>
      Object.fromEntries((await items(path())).map((question) => [question['id'], question['assigned']]))
    expect(await assigned()).toEqual({ [here1.id]: true, [elsewhere.id]: false })
    const set = (ids: string[]) => ask('PUT', path(), { question_ids: ids })
    expect((await set([elsewhere.id, elsewhere.id])).status).toBe(200)
    expect(await assigned()).toEqual({ [here1.id]: false, [elsewhere.id]: true })
    const asked = async () => ((await page())['questions'] as { id: string }[]).map(({ id }) => id)
    expect(await asked()).toEqual([elsewhere.id])

    const sets = () =>
      here.sql`select id from audit_entries where action = 'site.questions_set' and target_id = ${siteId}`
    const known = await sets()
    expect((await set([elsewhere.id])).status).toBe(200)
    expect(await sets()).toEqual(known)

    const { b } = here.world
    const foreign = await makeQuestion(db, b.clientId, b.siteId, { type: 'free text', text: 'Theirs?' })
    for (const id of [foreign.id, archived.id, newId()]) expect((await set([here1.id, id])).status).toBe(404)
    expect(await assigned()).toEqual({ [here1.id]: false, [elsewhere.id]: true })

    expect((await set([])).status).toBe(200)
    expect(await asked()).toEqual([])
    expect(await here.sql`select question_id from question_sites where site_id = ${siteId}`).toEqual([
      { question_id: archived.id },
    ])
  })
})

describe('questions that two people set at once', () => {
  const path = () => `${otherSite}/questions`
  const version = async () => String((await ask('GET', path())).body['version'])
  it('are refused to whoever has not seen the other change, with the questions as they are', async () => {
    const { db } = here.test.database
    const one = await makeQuestion(db, clientId, siteId, { type: 'free text', text: 'One?' })
    const two = await makeQuestion(db, clientId, siteId, { type: 'free text', text: 'Two?' })
    const set = (seen: string | undefined, ids: string[]) =>
      ask('PUT', path(), { question_ids: ids }, admin, seen === undefined ? {} : { 'if-match': `"${seen}"` })
    const seen = await version()
    expect((await set(seen, [one.id])).status).toBe(200)
    const assigned = async () =>
      (await items(path())).filter((item) => item['assigned']).map((item) => item['id'])
    const refused = await set(seen, [two.id])
    expect(refused).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } })
    expect(refused.body['current']).toMatchObject({ version: await version() })
    expect(await assigned()).toEqual([one.id])
    // At the same moment only one of two passes.
    const now = await version()
    const both = await Promise.all([set(now, [two.id]), set(now, [one.id, two.id])])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 412]))
    expect((await set(undefined, [])).status).toBe(200)
    expect(await assigned()).toEqual([])
    await here.sql`delete from questions where id in (${one.id}, ${two.id})`
  })
})

describe('muster points', () => {
  const path = () => `${siteId}/muster-points`
  it.each([
    [{}],
    [{ name: '' }],
    [{ name: 'Lawn', place: 'x'.repeat(201) }],
    [{ name: 'Lawn', position: 1 }],
  ])('are refused with %j', async (body) => expect((await ask('POST', path(), body)).status).toBe(400))
  it('are added, changed, listed by name and deleted', async () => {
    const lawn = await ask('POST', path(), { name: ' Lawn ', place: 'Behind the hall' })
    expect(lawn).toMatchObject({ status: 201, body: { name: 'Lawn', place: 'Behind the hall' } })
    const id = String(lawn.body['id'])
    await ask('POST', path(), { name: 'Car park' })
    expect((await items(path())).map(({ name }) => name)).toEqual(['Car park', 'Lawn'])
    const changed = await ask('PATCH', `${path()}/${id}`, { place: 'By the gate' })
    expect(changed.body).toMatchObject({ name: 'Lawn', place: 'By the gate' })
    const headers = { 'if-match': `"${String(lawn.body['last_modified'])}"` }
    expect(await ask('PATCH', `${path()}/${id}`, { name: 'Grass' }, admin, headers)).toMatchObject({
      status: 412,
      body: { current: changed.body },
    })
    expect((await ask('PATCH', `${otherSite}/muster-points/${id}`, { name: 'Grass' })).status).toBe(404)
    expect((await ask('DELETE', `${otherSite}/muster-points/${id}`)).status).toBe(404)
    expect((await ask('DELETE', `${path()}/${id}`)).status).toBe(204)
    expect((await items(path())).map(({ name }) => name)).toEqual(['Car park'])
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'muster_point.created',
      'muster_point.updated',
      'muster_point.deleted',
    ])
  })
})
