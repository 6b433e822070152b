import type { ManagedQuestion } from '@gatehouse/validation/endpoints/questions'
import { serverLimits } from '@gatehouse/validation/limits'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { atOnce } from '../../../test/at-once.ts'
import {
  makeClient,
  makeMethod,
  makeQuestion,
  makeRole,
  makeSite,
  makeUser,
} from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call, statusesOf } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'

const here = inWorld()

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'
let clientId: string
let adminId: string
let admin: string
let siteId: string
let door: { id: string; key: string }

beforeEach(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  adminId = (await makeUser(db, here.test.passwords, clientId, { admin: true })).id
  admin = await openSession(here.test, { clientId, userId: adminId, admin: true })
  siteId = (await makeSite(db, clientId, { name: 'Quay' })).id
  door = await makeMethod(db, clientId, siteId, { name: 'Door' })
})

const ask = (
  method: Method,
  path: string,
  body?: object,
  token: string | undefined = admin,
  headers: Record<string, string> = {},
) =>
  call(here.test, method, `/questions${path}`, body, { headers, ...(token === undefined ? {} : { token }) })

const yesNo = (yes: 'pass' | 'fail' = 'fail', no: 'pass' | 'fail' = 'pass') => ({
  yes: { text: 'Yes', action: yes },
  no: { text: 'No', action: no },
})
const fever = () => ({ name: 'Fever', text: 'Fever?', type: 'yes/no', answers: yesNo(), sites: [siteId] })
const journey = () => ({
  name: 'Journey',
  text: 'How did you come?',
  type: 'select',
  answers: [
    { desc: 'Car', descs: { es: 'Coche' }, action: 'pass' },
    { desc: 'Foot', action: 'pass' },
  ],
  sites: [siteId],
})

async function make(input: object = fever()): Promise<ManagedQuestion> {
  const made = await ask('POST', '', input)
  expect(made.status, made.text).toBe(201)
  return made.body as unknown as ManagedQuestion
}
async function edit(id: string, changes: object): Promise<ManagedQuestion> {
  const edited = await ask('PATCH', `/${id}`, changes)
  expect(edited.status, edited.text).toBe(200)
  return edited.body as unknown as ManagedQuestion
}
const optionsOf = ({ answers }: ManagedQuestion) =>
  answers as Extract<ManagedQuestion['answers'], { id: string }[]>
const list = async (query = '') =>
  (await ask('GET', `?${query}`)).body as unknown as { items: ManagedQuestion[]; total: number }
const names = async (query = '') => (await list(query)).items.map(({ name }) => name)
const askedAt = async (key: string) =>
  (await call(here.test, 'GET', `/checkin/machine-data?method=${key}`)).body['questions'] as {
    id: string
    version: number
    questionText: string
  }[]
const signIn = (questions: object, more: object = {}, headers = {}) =>
  call(
    here.test,
    'POST',
    '/checkin',
    { firstName: 'Ana', lastName: 'Silva', mobile: '0491570156', machineId: door.id, questions, ...more },
    { headers },
  )
const recorded = async (): Promise<Record<string, unknown>[]> => {
  const rows = await here.sql<{ answers: Record<string, unknown>[] }[]>`
    select answers from visits where client_id = ${clientId} union all
    select answers from refused_attempts where client_id = ${clientId}`
  return rows.flatMap(({ answers }) => answers)
}
const auditOf = (id: string | null) =>
  here.sql<{ action: string; details: { before?: object; after?: object } }[]>`
    select action, details from audit_entries
    where client_id = ${clientId} and target_id is not distinct from ${id} and action like 'question.%' order by at, id`

describe('a new question', () => {
  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ text: ' ' }, 'text'],
    [{ text: 'x'.repeat(501) }, 'text'],
    [{ texts: { fr: 'Fièvre ?' } }, 'texts.fr'],
    [{ texts: { es: '' } }, 'texts.es'],
    [{ type: 'number' }, 'type'],
    [{ roles: ['no id'] }, 'roles.0'],
    [{ version: 3 }, 'version'],
  ])('is refused with %j', async (fields, field) => {
    const response = await ask('POST', '', { ...fever(), ...fields })
    expect(response.status, response.text).toBe(400)
    expect(Object.keys(response.body['fields'] ?? {})).toEqual([field])
  })
  it.each([
    ['one option', [{ desc: 'Car', action: 'pass' }]],
    [
      'the same option twice',
      [
        { desc: 'Car', action: 'pass' },
        { desc: ' Car', action: 'fail' },
      ],
    ],
    ['too many options', Array.from({ length: 51 }, (_, at) => ({ desc: `${at}`, action: 'pass' }))],
    [
      'an option without a text',
      [
        { desc: 'Car', action: 'pass' },
        { desc: '', action: 'pass' },
      ],
    ],
    [
      'an unknown action',
      [
        { desc: 'Car', action: 'pass' },
        { desc: 'Foot', action: 'maybe' },
      ],
    ],
  ])('is refused with %s', async (_, answers) => {
    expect((await ask('POST', '', { ...journey(), answers })).status).toBe(400)
  })
  it.each([
    ['answers.1.desc', 'in another case, with a blank', { desc: 'Same' }, { desc: 'same ' }],
    ['answers.1.desc', 'with other blanks', { desc: 'On foot' }, { desc: 'On  foot' }],
    [
      'answers.1.descs.es',
      'in a translation',
      { desc: 'Car', descs: { es: 'Coche' } },
      { desc: 'Van', descs: { es: 'coche' } },
    ],
    [
      'answers.1.desc',
      'where one is not translated',
      { desc: 'Car', descs: { es: 'Coche' } },
      { desc: 'Coche' },
    ],
  ])('is refused at %s for two answers that read the same %s', async (field, _, one, other) => {
    const answers = [
      { ...one, action: 'pass' },
      { ...other, action: 'fail' },
    ]
    const refused = await ask('POST', '', { ...journey(), answers })
    expect([refused.status, refused.body['field_codes']]).toEqual([400, { [field]: 'answer_twice' }])
    const { id } = await make(journey())
    expect((await ask('PATCH', `/${id}`, { answers })).status).toBe(400)
  })
  it('is refused where yes and no read the same', async () => {
    const answers = { yes: { text: 'Yes', action: 'fail' }, no: { text: ' YES', action: 'pass' } }
    const refused = await ask('POST', '', { ...fever(), answers })
    expect([refused.status, refused.body['field_codes']]).toEqual([
      400,
      { 'answers.no.text': 'answer_twice' },
    ])
  })
  it.each([
    ['yes/no', null],
    ['free text', yesNo()],
    ['select', yesNo()],
    ['multi-select', null],
    ['yes/no', journey().answers],
  ])('is refused where the answers are no %s: %j', async (type, answers) => {
    const response = await ask('POST', '', { ...fever(), type, answers })
    expect([response.status, response.body['code']]).toEqual([422, 'incomplete'])
  })
  it('takes no id of an option: the server makes it', async () => {
    const answers = [
      { id: 'car', desc: 'Car', action: 'pass' },
      { desc: 'Foot', action: 'pass' },
    ]
    expect((await ask('POST', '', { ...journey(), answers })).body['code']).toBe('incomplete')
  })
  it.each(['roles', 'sites', 'methods'])(
    'finds no %s of another client, and then nothing is created',
    async (name) => {
      const { b } = here.world
      const role = await makeRole(here.test.database.db, b.clientId, b.siteId, newId())
      const ids = { roles: role.id, sites: b.siteId, methods: b.method.id }
      const response = await ask('POST', '', { ...fever(), [name]: [ids[name as keyof typeof ids]] })
      expect(response.status).toBe(404)
      expect(await list()).toEqual({ items: [], total: 0, language: 'en-au' })
    },
  )
  it('is made by admins only, and by a site_admin in the chosen client', async () => {
    const { tokens } = here.world
    for (const actor of ['staff A', 'manager A'] as const)
      expect((await ask('POST', '', { ...fever(), sites: [] }, tokens[actor])).status, actor).toBe(403)
    expect((await ask('POST', '', fever(), tokens.site_admin)).body['code']).toBe('client_not_chosen')
    const made = await ask('POST', '', fever(), tokens.site_admin, { 'x-client-id': clientId })
    expect(made.status).toBe(201)
    expect(await names()).toEqual(['Fever'])
  })
  it('is refused where the client has as many as it may', async () => {
    await here.sql`
      insert into questions (client_id, id) select ${clientId}, gen_random_uuid()
      from generate_series(1, ${serverLimits.questions.perClient})`
    expect((await ask('POST', '', fever())).body['code']).toBe('too_many_parts')
  })
  it('stands after the others, is asked at once, and is in the audit log', async () => {
    const role = await makeRole(here.test.database.db, clientId, siteId, 'Crew')
    const first = await make({ ...fever(), roles: [role.id] })
    const second = await make(journey())
    expect(first).toMatchObject({
      position: 0,
      version: 1,
      enabled: true,
      archived: false,
      sites: [{ id: siteId, name: 'Quay' }],
      roles: [{ id: role.id, name: 'Crew', site_id: siteId, site_name: 'Quay' }],
      methods: [],
      blocked: 0,
    })
    expect(second.position).toBe(1)
    const asked = await askedAt(door.key)
    expect(asked.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(await auditOf(first.id)).toMatchObject([
      { action: 'question.created', details: { after: { text: 'Fever?' } } },
    ])
  })
})

describe('where a question is asked', () => {
  it('at a method only, when its site does not ask it', async () => {
    const gate = await makeMethod(here.test.database.db, clientId, siteId)
    const { id } = await make({ ...fever(), sites: [], methods: [gate.id] })
    expect(await askedAt(door.key)).toEqual([])
    expect((await askedAt(gate.key)).map((one) => one.id)).toEqual([id])
    expect((await signIn({})).status).toBe(200)
    expect((await signIn({}, { machineId: gate.id })).body['code']).toBe('questions_changed')
    const answered = { [id]: { answer: 'no' } }
    expect((await signIn(answered, { machineId: gate.id })).status).toBe(200)
  })
  it('once, when both the site and the method ask it', async () => {
    const { id } = await make({ ...fever(), methods: [door.id] })
    expect((await askedAt(door.key)).map((one) => one.id)).toEqual([id])
  })
  it('nowhere while it is disabled or archived', async () => {
    const { id } = await make()
    for (const [action, count] of [
      ['disable', 0],
      ['enable', 1],
      ['archive', 0],
      ['restore', 1],
    ] as const) {
      expect((await ask('POST', '/bulk', { action, ids: [id] })).body).toMatchObject({ done: 1 })
      expect(await askedAt(door.key), action).toHaveLength(count)
    }
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'question.created',
      'question.disabled',
      'question.enabled',
      'question.archived',
      'question.restored',
    ])
  })
})

describe('a change', () => {
  it('of what is asked is a new version; of where it is asked it is none', async () => {
    const { id } = await make()
    expect((await edit(id, { text: 'Do you have a fever?' })).version).toBe(2)
    expect((await edit(id, { text: 'Do you have a fever?' })).version).toBe(2)
    expect((await edit(id, { answers: yesNo('fail', 'fail') })).version).toBe(3)
    expect((await edit(id, { name: 'Symptoms' })).version).toBe(4)
    expect((await edit(id, { sites: [], enabled: false })).version).toBe(4)
    const versions =
      await here.sql`select version, text from question_versions where question_id = ${id} order by 1`
    expect(versions.map(({ text }) => text)).toEqual(['Fever?', ...Array(3).fill('Do you have a fever?')])
    const [, second] = await auditOf(id)
    expect(second).toMatchObject({
      action: 'question.updated',
      details: { before: { text: 'Fever?' }, after: { text: 'Do you have a fever?' } },
    })
  })
  it('keeps the ids of options that stay, and gives an id that was removed to no other', async () => {
    const made = await make(journey())
    const [car, foot] = optionsOf(made)
    const train = { desc: 'Train', action: 'pass' }
    const changed = await edit(made.id, { answers: [car, train] })
    expect(optionsOf(changed)[0]).toEqual(car)
    expect([car?.id, foot?.id]).not.toContain(optionsOf(changed)[1]?.id)
    for (const answers of [
      [car, foot],
      [car, { ...train, id: 'train' }],
      [car, { ...train, id: car?.id }],
    ])
      expect((await ask('PATCH', `/${made.id}`, { answers })).body['code']).toBe('incomplete')
    const again = await edit(made.id, { answers: [...optionsOf(changed), { desc: 'Foot', action: 'pass' }] })
    const ids = await here.sql<{ id: string }[]>`
      select distinct answer ->> 'id' as id from question_versions, jsonb_array_elements(answers) answer
      where question_id = ${made.id}`
    expect(new Set(ids.map(({ id }) => id)).size).toBe(4)
    expect(optionsOf(again)).toHaveLength(3)
  })
  it('to another type needs its answers', async () => {
    const { id } = await make(journey())
    expect((await ask('PATCH', `/${id}`, { type: 'yes/no' })).body['code']).toBe('incomplete')
    expect((await edit(id, { type: 'multi-select' })).type).toBe('multi-select')
    expect((await edit(id, { type: 'free text', answers: null })).answers).toBeNull()
  })
  it('by two people is compared, and the second one sees the first', async () => {
    const made = await make()
    const headers = { 'if-match': `"${made.last_modified}"` }
    const patch = (text: string) => ask('PATCH', `/${made.id}`, { text }, admin, headers)
    const [one, other] = await Promise.all([patch('One?'), patch('Other?')])
    expect(statusesOf([one, other])).toEqual([200, 412])
    const [kept, refused] = one.status === 200 ? [one, other] : [other, one]
    expect(refused.body).toMatchObject({ code: 'changed_meanwhile', current: { text: kept.body['text'] } })
    expect(await here.sql`select from question_versions where question_id = ${made.id}`).toHaveLength(2)
  })
  it('at the site is seen by whoever edits the question', async () => {
    const made = await make()
    const headers = { 'if-match': `"${made.last_modified}"` }
    const path = `/sites/${siteId}/questions`
    expect((await call(here.test, 'PUT', path, { question_ids: [] }, { token: admin })).status).toBe(200)
    const refused = await ask('PATCH', `/${made.id}`, { sites: [siteId] }, admin, headers)
    expect(refused.body).toMatchObject({ code: 'changed_meanwhile', current: { sites: [] } })
  })
  it('is refused while the question is archived', async () => {
    const { id } = await make()
    await ask('POST', '/bulk', { action: 'archive', ids: [id] })
    expect((await ask('PATCH', `/${id}`, { text: 'X?' })).body['code']).toBe('question_archived')
    const enabling = await ask('POST', '/bulk', { action: 'enable', ids: [id] })
    expect(enabling.body).toMatchObject({ done: 0, blocked: [{ id, code: 'question_archived' }] })
  })
  it('of another client’s question finds nothing', async () => {
    const { a } = here.world
    const foreign = await makeQuestion(here.test.database.db, a.clientId, a.siteId, {
      type: 'free text',
      text: 'Whom?',
    })
    for (const id of [foreign.id, newId()]) {
      expect((await ask('GET', `/${id}`)).status).toBe(404)
      expect((await ask('PATCH', `/${id}`, { name: 'Mine' })).status).toBe(404)
      expect((await ask('POST', `/${id}/copy`, { site_id: siteId })).status).toBe(404)
      expect((await ask('POST', '/order', { ids: [id] })).status).toBe(404)
      expect((await ask('POST', '/bulk', { action: 'archive', ids: [id] })).body).toMatchObject({
        done: 0,
        blocked: [{ code: 'not_found' }],
      })
    }
  })
})

describe('a translation', () => {
  const spanish = { texts: { es: '¿Texto original?' } }
  const outdatedOf = async (id: string) => (await ask('GET', `/${id}`)).body['outdated']

  it('may be out of date once the text was changed, until it is changed too', async () => {
    const { id, outdated } = await make({ ...fever(), text: 'Original text?', ...spanish })
    expect(outdated).toEqual({})
    const now = here.test.clock.now.toISOString()
    expect((await edit(id, { text: 'New text?' })).outdated).toEqual({ es: now })
    expect((await list()).items[0]?.outdated).toEqual({ es: now })
    // Who changes something else has not looked at it.
    await edit(id, { name: 'Other', ...spanish })
    expect(await outdatedOf(id)).toEqual({ es: now })
    expect((await edit(id, { texts: { es: '¿Texto nuevo?' } })).outdated).toEqual({})
  })
  it('is right where somebody confirms it, until the next change', async () => {
    const { id } = await make({ ...fever(), ...spanish })
    const changed = await edit(id, { text: 'New text?' })
    const confirmed = await edit(id, { confirmed: ['es'] })
    expect(confirmed.outdated).toEqual({})
    expect(confirmed.version).toBe(changed.version + 1)
    expect((await edit(id, { confirmed: ['es'] })).version).toBe(confirmed.version)
    expect(Object.keys((await edit(id, { text: 'Newest text?' })).outdated)).toEqual(['es'])
    expect((await edit(id, { text: 'Newest text', confirmed: ['es'] })).outdated).toEqual({})
  })
  it('of an answer is out of date by itself', async () => {
    const made = await make({ ...journey(), ...spanish })
    const [car, foot] = optionsOf(made)
    const changed = await edit(made.id, { answers: [{ ...car, desc: 'Lorry' }, foot] })
    expect(Object.keys(changed.outdated)).toEqual(['es'])
    await edit(made.id, { texts: { es: '¿Otro?' } })
    expect(Object.keys((await outdatedOf(made.id)) as object)).toEqual(['es'])
    const written = { ...car, desc: 'Lorry', descs: { es: 'Camión' } }
    expect((await edit(made.id, { answers: [written, foot] })).outdated).toEqual({})
  })
  it('is as old in a copy, until it is changed there', async () => {
    const made = await make({ ...journey() })
    const [car, foot] = optionsOf(made)
    await edit(made.id, { answers: [{ ...car, desc: 'Lorry' }, foot] })
    const copy = (await ask('POST', `/${made.id}/copy`, { site_id: siteId }))
      .body as unknown as ManagedQuestion
    expect(Object.keys(copy.outdated)).toEqual(['es'])
    const [lorry, walk] = optionsOf(copy)
    const answers = [{ ...lorry, descs: { es: 'Camión' } }, walk]
    expect((await edit(copy.id, { answers })).outdated).toEqual({})
  })
  it('of yes and no too, and one that is taken away is out of date no more', async () => {
    const answers = { ...yesNo(), yes: { text: 'Yes', texts: { es: 'Sí' }, action: 'fail' } }
    const { id } = await make({ ...fever(), answers })
    const agreed = { ...answers, yes: { ...answers.yes, text: 'I agree' } }
    expect(Object.keys((await edit(id, { answers: agreed })).outdated)).toEqual(['es'])
    expect((await edit(id, { answers: yesNo() })).outdated).toEqual({})
  })
})

describe('a guest who has the form open while a question is edited', () => {
  const answer = (version?: number, given = 'no', question_text = 'Fever?') => ({
    answer: given,
    question_text,
    ...(version === undefined ? {} : { version }),
  })

  it('is told the version with the question', async () => {
    const { id } = await make()
    expect(await askedAt(door.key)).toMatchObject([{ id, version: 1 }])
    await edit(id, { text: 'Free of fever?' })
    expect(await askedAt(door.key)).toMatchObject([{ id, version: 2, questionText: 'Free of fever?' }])
  })
  it('is asked again where the question reads otherwise, and nothing is stored', async () => {
    const { id } = await make()
    await edit(id, { text: 'Free of fever?', answers: yesNo('pass', 'fail') })
    const response = await signIn({ [id]: answer(1) })
    expect(response.body).toMatchObject({
      code: 'questions_changed',
      field_codes: { [`questions.${id}`]: 'question_changed' },
    })
    expect(await recorded()).toEqual([])
    expect((await signIn({ [id]: answer(2, 'yes', 'Free of fever?') })).status).toBe(200)
    expect(await recorded()).toMatchObject([{ version: 2, question_text: 'Free of fever?', answer: 'yes' }])
  })
  it('is asked again where an option reads otherwise under the same id', async () => {
    const made = await make(journey())
    const [car, foot] = optionsOf(made)
    await edit(made.id, { answers: [{ ...car, desc: 'Lorry' }, foot] })
    const given = { [made.id]: answer(1, car?.id, made.text) }
    expect((await signIn(given)).body['code']).toBe('questions_changed')
  })
  it('goes on where only the name, or another language, was edited', async () => {
    const { id } = await make()
    await edit(id, { name: 'Symptoms', texts: { es: '¿Fiebre?' } })
    expect((await signIn({ [id]: answer(1) })).status).toBe(200)
    expect(await recorded()).toMatchObject([{ version: 2, question_text: 'Fever?' }])
  })
  it('is asked again where the phone names a version that never was', async () => {
    const { id } = await make()
    expect((await signIn({ [id]: answer(7) })).body['code']).toBe('questions_changed')
  })
  it('without a version answers the present one', async () => {
    const { id } = await make()
    await edit(id, { text: 'A fever?' })
    expect((await signIn({ [id]: answer() })).status).toBe(200)
    expect(await recorded()).toMatchObject([{ version: 2, question_text: 'A fever?' }])
  })
  it('is told where the question was archived', async () => {
    const { id } = await make()
    await ask('POST', '/bulk', { action: 'archive', ids: [id] })
    expect((await signIn({ [id]: answer(1) })).body['code']).toBe('questions_changed')
  })
  it('keeps the answer with what was asked, where a kiosk had stored it', async () => {
    const kiosk = await makeMethod(here.test.database.db, clientId, siteId, { type: 'kiosk' })
    const { id } = await make()
    await edit(id, { text: 'Free of fever?', answers: yesNo('pass', 'fail') })
    const signedInAt = new Date(here.test.clock.now.getTime() - 60_000).toISOString()
    const late = { machineId: kiosk.id, signedInAt }
    const response = await signIn({ [id]: answer(1) }, late, { 'idempotency-key': newId() })
    expect(response.status, response.text).toBe(200)
    expect(await recorded()).toMatchObject([
      { version: 1, question_text: 'Fever?', answer: 'no', failed: false },
    ])
  })
  it('leaves what was answered before as it was', async () => {
    const { id } = await make()
    expect((await signIn({ [id]: answer(1) })).status).toBe(200)
    await edit(id, { text: 'Free of fever?', answers: yesNo('pass', 'fail') })
    await ask('POST', '/bulk', { action: 'archive', ids: [id] })
    expect(await recorded()).toMatchObject([{ version: 1, question_text: 'Fever?', answer_text: 'No' }])
  })
})

describe('the order', () => {
  let ids: string[]
  beforeEach(async () => {
    ids = []
    for (const name of ['A', 'B', 'C', 'D']) ids.push((await make({ ...fever(), name })).id)
  })
  const at = (...places: number[]) => places.map((place) => ids[place] ?? '')

  it.each([{}, { ids: [] }, { ids: ['x'] }])('is refused as %j', async (body) => {
    expect((await ask('POST', '/order', body)).status).toBe(400)
  })
  it('of some leaves the others where they are, for the list and for guests', async () => {
    expect((await ask('POST', '/order', { ids: at(3, 1) })).body).toEqual({ ids: at(0, 3, 2, 1) })
    expect(await names()).toEqual(['A', 'D', 'C', 'B'])
    expect((await askedAt(door.key)).map(({ id }) => id)).toEqual(at(0, 3, 2, 1))
    expect(await auditOf(null)).toMatchObject([{ action: 'question.ordered' }])
  })
  it('is told by the place among those that are not archived', async () => {
    await ask('POST', '/bulk', { action: 'archive', ids: at(0, 2) })
    const places = async (query: string) =>
      (await list(query)).items.map(({ name, position }) => [name, position])
    expect(await places('')).toEqual([
      ['B', 0],
      ['D', 1],
    ])
    expect((await make({ ...fever(), name: 'E' })).position).toBe(2)
    await ask('POST', '/bulk', { action: 'restore', ids: at(2) })
    expect(await places('')).toEqual([
      ['B', 0],
      ['C', 1],
      ['D', 2],
      ['E', 3],
    ])
  })
  it('from two devices at once: what does not overlap is kept of both, the rest is compared', async () => {
    const [one, two] = await Promise.all([
      ask('POST', '/order', { ids: at(1, 0), seen: at(0, 1) }),
      ask('POST', '/order', { ids: at(3, 2), seen: at(2, 3) }),
    ])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(await names()).toEqual(['B', 'A', 'D', 'C'])
    const both = await Promise.all([
      ask('POST', '/order', { ids: at(0, 1), seen: at(1, 0) }),
      ask('POST', '/order', { ids: at(0, 2, 1), seen: at(1, 0, 2) }),
      ask('POST', '/order', { ids: at(0, 1, 3), seen: at(1, 0, 3) }),
    ])
    expect(statusesOf(both)).toEqual([200, 412, 412])
    const refused = both.find(({ status }) => status === 412)
    expect(refused?.body).toMatchObject({
      code: 'changed_meanwhile',
      current: { ids: (await list()).items.map(({ id }) => id) },
    })
  })
  it('does not disturb whoever edits a question, and leaves archived ones out', async () => {
    const first = await ask('GET', `/${ids[0]}`)
    await ask('POST', '/bulk', { action: 'archive', ids: at(2) })
    expect((await ask('POST', '/order', { ids: at(2, 1) })).status).toBe(404)
    expect((await ask('POST', '/order', { ids: at(3, 1, 0) })).body).toEqual({ ids: at(3, 1, 0) })
    const headers = { 'if-match': `"${String(first.body['last_modified'])}"` }
    expect((await ask('PATCH', `/${ids[0]}`, { text: 'X?' }, admin, headers)).status).toBe(200)
  })
})

describe('the list', () => {
  let roleId: string
  beforeEach(async () => {
    roleId = (await makeRole(here.test.database.db, clientId, siteId, 'Crew')).id
    await make({ ...fever(), name: 'Fiebre', roles: [roleId] })
    await make({ ...journey(), sites: [], methods: [door.id] })
    await make({ name: 'Host', text: 'Whom do you visit?', type: 'free text', enabled: false })
  })

  it.each([
    ['', ['Fiebre', 'Journey', 'Host']],
    ['sort=name desc', ['Journey', 'Host', 'Fiebre']],
    ['sort=type asc', ['Fiebre', 'Host', 'Journey']],
    ['search=fever', ['Fiebre']],
    ['search=HOST', ['Host']],
    ['type=free text', ['Host']],
    ['enabled=false', ['Host']],
    ['status=archived', []],
  ])('shows by %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })
  it('shows by role, and by site also what only a method asks', async () => {
    const other = await makeSite(here.test.database.db, clientId)
    expect(await names(`role=${roleId}`)).toEqual(['Fiebre'])
    expect(await names(`site=${siteId}`)).toEqual(['Fiebre', 'Journey'])
    expect(await names(`site=${other.id}`)).toEqual([])
    expect((await ask('GET', `?site=${here.world.b.siteId}`)).status).toBe(404)
  })
  it('names the first sites and counts them all', async () => {
    const sites = [siteId]
    for (const name of ['Alpha', 'Beta', 'Gamma']) {
      sites.push((await makeSite(here.test.database.db, clientId, { name })).id)
    }
    const { id } = await make({ ...fever(), name: 'Wide', sites })
    const wide = (await list('search=wide')).items[0]
    expect(wide?.sites.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(wide?.sites_total).toBe(4)
    expect((await ask('GET', `/${id}`)).body['sites']).toHaveLength(4)
  })
  it('counts who was refused by an answer in 30 days', async () => {
    const [question] = (await list()).items
    const given = { [question?.id ?? '']: { answer: 'yes' } }
    await edit(question?.id ?? '', { roles: [] })
    expect((await signIn({ ...given, ...(await otherAnswers()) })).body['code']).toBe('answers_failed')
    expect((await list()).items.map(({ blocked }) => blocked)).toEqual([1, 0, 0])
    const { clock } = here.test
    const then = clock.now
    clock.now = new Date(then.getTime() + 30 * DAY_MS + 1000)
    admin = await openSession(here.test, { clientId, userId: adminId, admin: true })
    expect((await list()).items[0]?.blocked).toBe(0)
    clock.now = then
  })
  const otherAnswers = async () => {
    const asked = (await list(`search=journey`)).items[0]
    return asked ? { [asked.id]: { answer: optionsOf(asked)[0]?.id } } : {}
  }
  it('offers the roles of the client with their sites', async () => {
    expect((await ask('GET', '/role-options')).body).toEqual({
      items: [{ id: roleId, name: 'Crew · Quay' }],
      has_more: false,
    })
  })
  it('archives all that match and tells which', async () => {
    const matching = { enabled: 'false' }
    const result = await ask('POST', '/bulk', { action: 'archive', matching })
    expect(result.body).toMatchObject({ done: 1, blocked: [] })
    expect(await names('status=archived')).toEqual(['Host'])
  })
})

describe('a copy', () => {
  let other: { id: string }
  beforeAll(async () => {
    other = await makeSite(here.test.database.db, here.world.b.clientId)
  })
  it('to a site of another client, or to none, is not made', async () => {
    const { id } = await make()
    for (const site_id of [other.id, newId()])
      expect((await ask('POST', `/${id}/copy`, { site_id })).status).toBe(404)
    expect(await names()).toEqual(['Fever'])
  })
  it('is a question of its own, for the roles of the site with the same names', async () => {
    const { db } = here.test.database
    const yard = await makeSite(db, clientId, { name: 'Yard' })
    const crew = await makeRole(db, clientId, siteId, 'Crew')
    const cast = await makeRole(db, clientId, siteId, 'Cast')
    const crewThere = await makeRole(db, clientId, yard.id, 'CREW')
    const made = await make({ ...journey(), roles: [crew.id, cast.id] })
    const copy = await ask('POST', `/${made.id}/copy`, { site_id: yard.id })
    expect(copy.status, copy.text).toBe(201)
    expect(copy.body).toMatchObject({
      text: made.text,
      version: 1,
      position: 1,
      sites: [{ id: yard.id }],
      roles: [{ id: crewThere.id }],
    })
    const ids = optionsOf(copy.body as unknown as ManagedQuestion).map(({ id }) => id)
    for (const { id } of optionsOf(made)) expect(ids).not.toContain(id)
    await edit(String(copy.body['id']), { text: 'Another text?' })
    expect((await ask('GET', `/${made.id}`)).body['text']).toBe(made.text)
    expect((await auditOf(String(copy.body['id'])))[0]?.action).toBe('question.copied')
  })
  it('to a site that has none of its roles asks nobody, even when it is enabled', async () => {
    const { db } = here.test.database
    const yard = await makeSite(db, clientId, { name: 'Yard' })
    const gate = await makeMethod(db, clientId, yard.id)
    const crew = await makeRole(db, clientId, siteId, 'Crew')
    await makeRole(db, clientId, yard.id, 'Pilot')
    const made = await make({ ...fever(), roles: [crew.id] })
    const copy = await ask('POST', `/${made.id}/copy`, { site_id: yard.id })
    expect(copy.body).toMatchObject({
      enabled: false,
      roles: [{ id: crew.id }],
      has_no_role: true,
      missing_roles: ['Crew'],
    })
    expect(await askedAt(gate.key)).toEqual([])
    await ask('POST', '/bulk', { action: 'enable', ids: [copy.body['id']] })
    expect((await signIn({}, { machineId: gate.id })).status).toBe(200)
  })
  it('says which roles the site does not have, and is on where it has some', async () => {
    const { db } = here.test.database
    const yard = await makeSite(db, clientId, { name: 'Yard' })
    const roles = await Promise.all(['Crew', 'Cast'].map((name) => makeRole(db, clientId, siteId, name)))
    await makeRole(db, clientId, yard.id, 'Crew')
    const made = await make({ ...fever(), roles: roles.map(({ id }) => id) })
    const copy = await ask('POST', `/${made.id}/copy`, { site_id: yard.id })
    expect(copy.body).toMatchObject({ enabled: true, has_no_role: false, missing_roles: ['Cast'] })
  })
  it('of a question for everybody is for everybody', async () => {
    const { id } = await make()
    const yard = await makeSite(here.test.database.db, clientId, { name: 'Yard' })
    const copy = await ask('POST', `/${id}/copy`, { site_id: yard.id })
    expect(copy.body).toMatchObject({ enabled: true, roles: [], has_no_role: false, missing_roles: [] })
  })
  it.each(['disable', 'archive'])('of a question that is not asked is not asked: %s', async (action) => {
    const { id } = await make()
    await ask('POST', '/bulk', { action, ids: [id] })
    const copy = await ask('POST', `/${id}/copy`, { site_id: siteId })
    expect(copy.body).toMatchObject({ enabled: false, archived: false })
    expect(await askedAt(door.key)).toEqual([])
  })
})

describe('a question that is limited to roles', () => {
  it('is not asked at a further site that has none of them', async () => {
    const { db } = here.test.database
    const yard = await makeSite(db, clientId, { name: 'Yard' })
    const gate = await makeMethod(db, clientId, yard.id)
    await makeRole(db, clientId, yard.id, 'Pilot')
    const crew = await makeRole(db, clientId, siteId, 'Crew')
    const { id } = await make({ ...fever(), roles: [crew.id] })
    const path = `/sites/${yard.id}/questions`
    expect((await call(here.test, 'PUT', path, { question_ids: [id] }, { token: admin })).status).toBe(200)
    expect((await signIn({}, { machineId: gate.id })).status).toBe(200)
  })
  it('keeps a role when all are deleted at once, or while the others are taken from it', async () => {
    const { db } = here.test.database
    const yard = await makeSite(db, clientId, { name: 'Yard' })
    for (const isEdit of [false, true]) {
      const crew = await makeRole(db, clientId, siteId, `Crew ${isEdit}`)
      const pilot = await makeRole(db, clientId, yard.id, `Pilot ${isEdit}`)
      const { id } = await make({ ...fever(), roles: [crew.id, pilot.id] })
      const remove = (site: string, role: string) =>
        call(here.test, 'DELETE', `/sites/${site}/visitor-roles/${role}`, undefined, { token: admin })
      const changes = [
        () => remove(siteId, crew.id),
        () => (isEdit ? ask('PATCH', `/${id}`, { roles: [crew.id] }) : remove(yard.id, pilot.id)),
      ]
      await atOnce(here.sql, ['clients', clientId], 2, async () => changes.shift()?.())
      expect((await ask('GET', `/${id}`)).body['roles'], String(isEdit)).toHaveLength(1)
    }
  })
})

describe('the question filter of the log', () => {
  const options = async (token: string) =>
    (await call(here.test, 'GET', '/access-log/questions', undefined, { token })).body['items']

  it('tells equal texts apart by their sites, and has archived questions last', async () => {
    const { db } = here.test.database
    const yard = await makeSite(db, clientId, { name: 'Yard' })
    const gate = await makeMethod(db, clientId, yard.id)
    const first = await make({ ...fever(), text: 'Same?', methods: [gate.id] })
    const second = await make({ ...fever(), text: 'same?', sites: [yard.id] })
    const old = await make({ ...fever(), text: 'Same?' })
    const other = await make({ ...fever(), text: 'Zebra?' })
    await ask('POST', '/bulk', { action: 'archive', ids: [old.id] })
    expect(await options(admin)).toEqual([
      { id: second.id, name: 'same? · Yard' },
      { id: first.id, name: 'Same? · Quay, Yard' },
      { id: other.id, name: 'Zebra?' },
      { id: old.id, name: 'Same? · Quay', archived: true },
    ])
  })
  it('names no site that the person may not see', async () => {
    const yard = await makeSite(here.test.database.db, clientId, { name: 'Yard' })
    await make({ ...fever(), text: 'Same?' })
    await make({ ...fever(), text: 'Same?', sites: [yard.id] })
    const person = await makeUser(here.test.database.db, here.test.passwords, clientId, {
      access: [{ siteId, userType: 'Staff' }],
    })
    const token = await openSession(here.test, { clientId, userId: person.id, admin: false })
    expect(await options(token)).toMatchObject([{ name: 'Same? · Quay' }, { name: 'Same?' }])
  })
})
