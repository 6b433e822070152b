import { readMilliseconds } from '@gatehouse/validation/instants'
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
import { clientScope } from '../../db/scopes.ts'
import { foldDeltas } from '../../jobs/fold-rollups.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { retentionSteps } from '../../registry.ts'
import { applyRetention } from '../privacy/apply-retention.ts'

const here = inWorld()

interface Entry {
  id: string
  record_id: string
  at: string
  person: string
  event: string
  result: string
  mobile: string | null
  mobile_masked: boolean
  stay_minutes: number | null
  source: string
  site_id: string
}
interface Page {
  items: Entry[]
  next: string | null
  previous: string | null
  has_newer: boolean
  first_day: string
  last_day: string
  from: string
  to: string
}

/** Noon in Brisbane. */
const noon = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 2 * HOUR_MS)
const dayAt = (days: number) => new Date(noon.getTime() + days * DAY_MS).toISOString().slice(0, 10)
const [dayBefore, day, dayAfter] = [dayAt(-1), dayAt(0), dayAt(1)]

async function makeVenue(fields: object = {}) {
  const { db } = here.test.database
  const { id: clientId } = await makeClient(db, { enabled: true, timeZone: 'Australia/Brisbane', ...fields })
  const { id: siteId } = await makeSite(db, clientId, { name: 'Quay', timeZone: 'Australia/Brisbane' })
  const { id: otherId } = await makeSite(db, clientId, { name: 'Hall', timeZone: 'Australia/Perth' })
  const method = await makeMethod(db, clientId, siteId, { name: 'Front door' })
  const other = await makeMethod(db, clientId, otherId, { name: 'Back door' })
  const session = async (rights: object) => {
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, rights)
    return { userId, token: await openSession(here.test, { clientId, userId, siteId, ...rights }) }
  }
  return { clientId, siteId, otherId, method, other, session }
}
type Venue = Awaited<ReturnType<typeof makeVenue>>

/** Somebody with an entry of this type for the first site only. */
async function memberOf(venue: Venue, userType: 'Staff' | 'Manager') {
  const { siteId, clientId } = venue
  const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
    access: [{ siteId, userType }],
  })
  return openSession(here.test, { clientId, userId, siteId, userType })
}
const adminOf = async (venue: Venue) => (await venue.session({ admin: true })).token

const at = (time: Date) => {
  here.test.clock.now = time
}
const later = (minutes: number) => at(new Date(here.test.clock.now.getTime() + minutes * MINUTE_MS))

async function checkOut(checkOutToken: string) {
  const body = { checkOutToken, time: here.test.clock.now.toISOString() }
  const { status } = await call(here.test, 'POST', '/checkin/checkout', body)
  expect(status).toBe(200)
}

const ask = (query: string, token: string, headers: Record<string, string> = {}) =>
  call(here.test, 'GET', `/access-log?${query}`, undefined, { token, headers })
async function read(query: string, token: string): Promise<Page> {
  const { status, body, text } = await ask(query, token)
  expect(status, text).toBe(200)
  return body as unknown as Page
}
const retain = ({ clientId }: Venue, days: number) =>
  applyRetention(
    {
      db: here.test.database.db,
      steps: retentionSteps,
      photos: here.test.photos,
      clock: () => new Date(noon.getTime() + days * DAY_MS),
    },
    clientScope(clientId),
  )
const told = ({ items }: Page) => items.map(({ event, person }) => `${event} ${person}`)

describe('GET /access-log', () => {
  let venue: Venue
  let admin: string
  beforeAll(async () => {
    venue = await makeVenue()
    admin = await adminOf(venue)
  })

  it.each([
    'cursor=x',
    'cursor=o.1.9.00000000-0000-0000-0000-000000000000',
    `cursor=o.${'9'.repeat(14)}.0.${newId()}`,
    'per_page=101',
    'page=2',
    'from=yesterday',
    'from=2026-02-30',
    `to=${day}T02:00:00`,
    'event=left',
    'result=fine',
    'kind=robot',
    'site=1',
    'method=FRONT',
    'role=Driver',
    'stay=long',
    'weekday=0',
    'weekday=8',
    'hour=24',
    'hour=08',
  ])('answers 400 to %s', async (query) => expect((await ask(query, admin)).status).toBe(400))

  it.each([
    [`from=${day}&to=${dayBefore}`, 'ends before it begins', 'end_before_start'],
    [`from=${day}T02:00:00Z&to=${day}T02:00:00Z`, 'ends before it begins', 'end_before_start'],
    [`from=2010-01-01&to=${dayBefore}`, 'longer than 366 days', 'range_too_long'],
    ['from=2010-01-01', 'longer than 366 days', 'range_too_long'],
  ])('answers 422 to %s', async (query, words, to) => {
    at(noon)
    const { status, body } = await ask(query, admin)
    expect(status).toBe(422)
    const message = expect.stringContaining(words)
    expect(body).toMatchObject({ code: 'time_out_of_range', message, field_codes: { to } })
    // The export has the same limit.
    const file = await call(here.test, 'GET', `/access-log/export?${query}`, undefined, { token: admin })
    expect(file).toMatchObject({ status: 422, body: { field_codes: { to } } })
  })

  it('is today in the zone of the site, or of the client for all', async () => {
    // After midnight in Brisbane, before it in Perth.
    at(new Date(`${day}T15:00:00Z`))
    expect(await read('', admin)).toMatchObject({ first_day: dayAfter, last_day: dayAfter })
    expect(await read(`site=${venue.otherId}`, admin)).toMatchObject({
      first_day: day,
      from: `${dayBefore}T16:00:00.000Z`,
      to: `${day}T16:00:00.000Z`,
    })
  })

  it('counts days of 23 and 25 hours as one', async () => {
    const sydney = await adminOf(await makeVenue({ timeZone: 'Australia/Sydney' }))
    const hours = async (of: string) => {
      const { from, to } = await read(`from=${of}&to=${of}`, sydney)
      return (Number(readMilliseconds(to)) - Number(readMilliseconds(from))) / HOUR_MS
    }
    expect([await hours('2026-10-04'), await hours('2026-04-05'), await hours('2026-11-18')]).toEqual([
      23, 25, 24,
    ])
  })

  it('tells who came, left, was refused, is assumed to have left, and was corrected', async () => {
    at(noon)
    const { db } = here.test.database
    const own = await makeVenue()
    const { clientId, method } = own
    const question = await makeQuestion(db, clientId, own.otherId, {
      type: 'yes/no',
      text: 'Are you well?',
      answers: { yes: { text: 'Yes', action: 'pass' }, no: { text: 'No', action: 'fail' } },
    })
    const left = await here.signIn(method.id, { firstName: 'Lea', lastName: 'Left' })
    later(30)
    await here.signIn(method.id, { firstName: 'Ada', lastName: 'Assumed' })
    const refused = await here.test.app.inject({
      method: 'POST',
      url: '/api/checkin',
      payload: {
        firstName: 'Ron',
        lastName: 'Refused',
        mobile: '0491570156',
        machineId: own.other.id,
        questions: { [question.id]: { answer: 'no' } },
      },
    })
    expect(refused.statusCode).toBe(422)
    later(35)
    await checkOut(left.checkOutToken)
    later(5)
    await here.sql`update visits set ended_as = 'assumed_left', ended_at = ${here.test.clock.now}, assumed_left_at = ${here.test.clock.now}
      where client_id = ${clientId} and last_name = 'Assumed'`
    const token = await adminOf(own)
    const page = await read('', token)
    expect(told(page)).toEqual([
      'assumed_left Ada Assumed',
      'out Lea Left',
      'refused Ron Refused',
      'in Ada Assumed',
      'in Lea Left',
    ])
    expect(page.items[1]).toMatchObject({ stay_minutes: 65, source: 'phone', result: 'ok' })
    expect(page.items[2]).toMatchObject({ result: 'failed_answer', stay_minutes: null })
    expect(page.items[0]).toMatchObject({ stay_minutes: null })
    expect(new Set(page.items.map(({ id }) => id)).size).toBe(5)
    for (const [query, names] of [
      ['event=out', ['out Lea Left']],
      ['event=assumed_left', ['assumed_left Ada Assumed']],
      ['event=in&result=ok', ['in Ada Assumed', 'in Lea Left']],
      ['result=failed_answer', ['refused Ron Refused']],
      ['result=banned', []],
      ['event=in&result=high', []],
      [`question=${question.id}`, ['refused Ron Refused']],
      [`question=${question.id}&answer=yes`, []],
      ['answer=NO', ['refused Ron Refused']],
      [`method=${own.other.id}`, ['refused Ron Refused']],
      [`site=${own.otherId}`, ['refused Ron Refused']],
      ['kind=user', []],
      ['search=lea', ['out Lea Left', 'in Lea Left']],
      ['search=0491 570 156&event=refused', ['refused Ron Refused']],
      ['search=nobody', []],
      [`from=${day}T02:00:00.001Z&to=${day}T02:30:00.000Z`, []],
      [`from=${day}T02:00:00.000Z&to=${day}T02:00:00.001Z`, ['in Lea Left']],
    ] as const)
      expect(told(await read(query, token)), query).toEqual(names)
    const detail = await call(here.test, 'GET', `/access-log/${page.items[2]?.record_id}`, undefined, {
      token,
    })
    expect(detail.body).toMatchObject({
      record: 'refused',
      answers: [{ question: 'Are you well?', answer: 'No', failed: true }],
      can_correct: false,
    })
  })

  it('finds an offered answer in all languages and after it was renamed, and files have the same', async () => {
    at(noon)
    const { db } = here.test.database
    const own = await makeVenue()
    const { clientId, siteId, method } = own
    const pass = 'pass' as const
    const bus = { id: 'bus', desc: 'Bus', descs: { es: 'Autobús' }, action: pass }
    const ferry = { id: 'ferry', desc: 'Ferry', descs: { es: 'Transbordador' }, action: pass }
    const way = await makeQuestion(db, clientId, siteId, {
      type: 'select',
      text: 'How did you come?',
      texts: { es: '¿Cómo ha venido?' },
      answers: [bus, ferry],
    })
    const luggage = await makeQuestion(db, clientId, siteId, {
      type: 'multi-select',
      text: 'What do you carry?',
      texts: { es: '¿Qué lleva?' },
      answers: [
        { id: 'bag', desc: 'Bag', descs: { es: 'Bolso' }, action: pass },
        { id: 'tools', desc: 'Tools', descs: { es: 'Herramientas' }, action: pass },
      ],
    })
    const well = await makeQuestion(db, clientId, siteId, {
      type: 'yes/no',
      text: 'Are you well?',
      texts: { es: '¿Está bien?' },
      answers: {
        yes: { text: 'Yes', texts: { es: 'Sí' }, action: pass },
        no: { text: 'Not today', texts: { es: 'Hoy no' }, action: pass },
      },
    })
    const note = await makeQuestion(db, clientId, siteId, { type: 'free text', text: 'Anything else?' })
    const enter = (
      lastName: string,
      language: 'en' | 'es',
      [by, carries, feels, says]: [string, string[], string, string],
    ) => {
      later(1)
      // The words of the question tell in which language it was read.
      const inWords = (text: string) => (language === 'es' ? { question_text: text } : {})
      const questions = {
        [way.id]: { answer: by, ...inWords('¿Cómo ha venido?') },
        [luggage.id]: { answer: carries, ...inWords('¿Qué lleva?') },
        [well.id]: { answer: feels, ...inWords('¿Está bien?') },
        [note.id]: { answer: says },
      }
      return here.signIn(method.id, { firstName: 'Ana', lastName, questions })
    }
    await enter('English', 'en', ['ferry', ['bag'], 'yes', 'ferry'])
    await enter('Spanish', 'es', ['ferry', ['bag', 'tools'], 'no', 'yes'])
    await enter('Driver', 'es', ['bus', ['tools'], 'no', 'bag'])
    // The option has another name from now on.
    await here.sql`
      insert into question_versions (client_id, question_id, version, type, text, texts, answers)
      select client_id, question_id, 2, type, text, texts,
        ${JSON.stringify([bus, { ...ferry, desc: 'Boat', descs: { es: 'Barco' } }])}::text::jsonb
      from question_versions where client_id = ${clientId} and question_id = ${way.id}`
    await here.sql`update questions set version = 2 where client_id = ${clientId} and id = ${way.id}`
    await enter('Renamed', 'en', ['ferry', ['bag'], 'yes', 'nothing'])
    const token = await adminOf(own)
    // Each person may ask for few exports.
    const write = async (query: string) =>
      call(here.test, 'GET', `/access-log/export?${query}`, undefined, { token: await adminOf(own) })
    const words = await here.sql`
      select last_name as name, given ->> 'answer_text' as said from visits cross join jsonb_array_elements(answers) as given
      where client_id = ${clientId} and given ->> 'question_id' = ${way.id} order by signed_in_at`
    expect(words.map(({ name, said }) => [name, said])).toEqual([
      ['English', 'Ferry'],
      ['Spanish', 'Transbordador'],
      ['Driver', 'Autobús'],
      ['Renamed', 'Boat'],
    ])
    for (const [query, names] of [
      [`question=${way.id}&answer=ferry`, ['Renamed', 'Spanish', 'English']],
      [`question=${way.id}&answer=TRANSBORDADOR`, ['Renamed', 'Spanish', 'English']],
      [`question=${way.id}&answer=boat`, ['Renamed', 'Spanish', 'English']],
      [`question=${way.id}&answer=bus`, ['Driver']],
      [`question=${luggage.id}&answer=tools`, ['Driver', 'Spanish']],
      [`question=${luggage.id}&answer=bolso`, ['Renamed', 'Spanish', 'English']],
      [`question=${well.id}&answer=yes`, ['Renamed', 'English']],
      [`question=${well.id}&answer=not`, ['Driver', 'Spanish']],
      // What somebody has written is no answer that was offered.
      [`question=${note.id}&answer=ferry`, ['English']],
      [`question=${note.id}&answer=boat`, []],
      ['answer=boat', ['Renamed', 'Spanish', 'English']],
      ['answer=herramientas', ['Driver', 'Spanish']],
      ['answer=bag', ['Renamed', 'Driver', 'Spanish', 'English']],
    ] as const) {
      expect(told(await read(query, token)), query).toEqual(names.map((name) => `in Ana ${name}`))
      const [csv, lines] = [await write(query), await write(`${query}&format=ndjson`)]
      // Each has a row for each of its four answers.
      expect(csv.headers['x-export-rows'], query).toBe(String(names.length * 4))
      const people = lines.text
        .split('\n')
        .filter(Boolean)
        .map((line) => String(JSON.parse(line).person))
      expect([...new Set(people)], query).toEqual(names.map((name) => `Ana ${name}`))
    }
  })

  it('is filtered by role, length of stay, day of the week and hour, as Home asks', async () => {
    at(noon)
    const { db } = here.test.database
    const own = await makeVenue()
    const { clientId, siteId, otherId, method, other } = own
    const driver = await makeRole(db, clientId, siteId, 'Driver')
    const driverElsewhere = await makeRole(db, clientId, otherId, 'Driver')
    const cleaner = await makeRole(db, clientId, siteId, 'Cleaner')
    const signInAs = (methodId: string, lastName: string, role: { id: string }) =>
      here.signIn(methodId, { lastName, role: role.id })
    const short = await signInAs(method.id, 'Short', driver)
    await signInAs(other.id, 'Staying', driverElsewhere)
    const long = await signInAs(method.id, 'Long', cleaner)
    later(7)
    await checkOut(short.checkOutToken)
    later(65)
    await checkOut(long.checkOutToken)
    const token = await adminOf(own)
    const weekday = noon.getUTCDay() === 0 ? 7 : noon.getUTCDay()
    for (const [query, names] of [
      [`role=${driver.id}`, ['out Ana Short', 'in Ana Staying', 'in Ana Short']],
      [`role=${driverElsewhere.id}&event=in`, ['in Ana Staying', 'in Ana Short']],
      [`role=${driver.id}&event=in&site=${siteId}`, ['in Ana Short']],
      [`role=${newId()}`, []],
      ['stay=any', ['out Ana Long', 'out Ana Short', 'in Ana Long', 'in Ana Short']],
      ['stay=5m_10m&event=in', ['in Ana Short']],
      ['stay=1h_2h&event=in', ['in Ana Long']],
      ['stay=2h_4h', []],
      ['event=refused&stay=any', []],
      [`weekday=${weekday}&hour=12&event=in`, ['in Ana Long', 'in Ana Staying', 'in Ana Short']],
      [`weekday=${weekday}&hour=13`, ['out Ana Long']],
      ['hour=11', []],
      [`weekday=${(weekday % 7) + 1}`, []],
      // Noon in Brisbane is ten in the morning in Perth.
      [`hour=10&site=${otherId}`, ['in Ana Staying']],
    ] as const)
      expect(new Set(told(await read(query, token))), query).toEqual(new Set<string>(names))

    const options = (query: string) =>
      call(here.test, 'GET', `/access-log/roles?${query}`, undefined, { token }).then(({ body }) => body)
    expect(await options('')).toMatchObject({
      items: [{ name: 'Cleaner' }, { name: 'Driver' }],
      has_more: false,
    })
    expect(await options(`search=driv&chosen=${driverElsewhere.id}`)).toMatchObject({
      items: [{ id: driverElsewhere.id, name: 'Driver' }],
    })
    const elsewhere = await adminOf(venue)
    expect(told(await read(`role=${driver.id}`, elsewhere))).toEqual([])
  })

  it('has every entry once on its pages in both directions, also where many share a moment', async () => {
    at(noon)
    const own = await makeVenue()
    const token = await adminOf(own)
    for (let number = 0; number < 12; number += 1) {
      const { checkOutToken } = await here.signIn(own.method.id, { lastName: `Visitor ${number}` })
      // Every second one leaves at the moment of the sign-in.
      if (number % 2 === 0) await checkOut(checkOutToken)
      if (number % 4 === 3) later(1)
    }
    const all = (await read('per_page=100', token)).items.map(({ id }) => id)
    expect(all).toHaveLength(18)
    const walk = async (first: string | null, step: 'next' | 'previous') => {
      const ids: string[][] = []
      let cursor = first
      for (;;) {
        const page = await read(`per_page=5${cursor ? `&cursor=${cursor}` : ''}`, token)
        if (page.items.length === 0) return ids
        ids.push(page.items.map(({ id }) => id))
        cursor = page[step]
        if (cursor === null) return ids
        // What is written meanwhile does not move the pages.
        if (step === 'next') {
          later(1)
          await here.signIn(own.other.id, { lastName: `Later ${ids.length}` })
        }
      }
    }
    const older = await walk(null, 'next')
    expect(older.flat()).toEqual(all)
    const { next } = await read('per_page=100', token)
    expect(next).toBeNull()
    const last = await read(
      `per_page=1&cursor=${(await read('per_page=17&event=in', token)).previous}`,
      token,
    )
    expect(last.items).toHaveLength(0)
    const oldest = all.at(-1) ?? ''
    const newer = await walk(`n.${noon.getTime() - 1}.0.${oldest}`, 'previous')
    expect(newer.toReversed().flat().slice(-18)).toEqual(all)
  })

  it('reads so many entries at most for a filter, and goes on with the next page', async () => {
    at(noon)
    const own = await makeVenue()
    const token = await adminOf(own)
    await here.signIn(own.method.id, { lastName: 'Behind' })
    // Of visits that are gone: they are passed over all the same.
    await here.sql`
      insert into log_entries (client_id, at, id, site_id, event, result, record_id, kind)
      select ${own.clientId}, ${noon}::timestamptz + n * interval '1 second', gen_random_uuid(), ${own.siteId}, 'in', 'ok',
        gen_random_uuid(), 'user' from generate_series(1, 40000) n`
    const asked = `kind=visitor&from=${day}&to=${dayAfter}`
    expect(told(await read(asked, token))).toEqual(['in Ana Behind'])
    await here.sql`
      insert into log_entries (client_id, at, id, site_id, event, result, record_id, kind)
      select ${own.clientId}, ${noon}::timestamptz + n * interval '1 second', gen_random_uuid(), ${own.siteId}, 'in', 'ok',
        gen_random_uuid(), 'user' from generate_series(1, 12000) n`
    const first = await read(asked, token)
    expect(told(first)).toEqual([])
    expect(told(await read(`${asked}&cursor=${first.next}`, token))).toEqual(['in Ana Behind'])
  })

  it('shows staff their sites with masked mobiles of past visits, and managers all of theirs', async () => {
    at(noon)
    const own = await makeVenue()
    const { checkOutToken } = await here.signIn(own.method.id, { lastName: 'Gone', mobile: '0491570313' })
    await here.signIn(own.method.id, { lastName: 'Here', mobile: '0491571491' })
    await here.signIn(own.other.id, { lastName: 'Elsewhere' })
    later(10)
    await checkOut(checkOutToken)
    const [staff, manager] = [await memberOf(own, 'Staff'), await memberOf(own, 'Manager')]
    const seen = await read('', staff)
    expect(told(seen)).toEqual(['out Ana Gone', 'in Ana Here', 'in Ana Gone'])
    expect(seen.items.map(({ mobile, mobile_masked }) => [mobile, mobile_masked])).toEqual([
      ['••• 313', true],
      ['+61491571491', false],
      ['••• 313', true],
    ])
    // A search by a number would reveal it.
    expect(told(await read('search=0491570313', staff))).toEqual([])
    expect(told(await read('search=0491571491', staff))).toEqual(['in Ana Here'])
    expect(told(await read('search=0491570313', manager))).toEqual(['out Ana Gone', 'in Ana Gone'])
    expect((await read('', manager)).items[0]).toMatchObject({ mobile: '+61491570313', mobile_masked: false })
    expect((await ask(`site=${own.otherId}`, staff)).status).toBe(404)
    const [elsewhere] =
      await here.sql`select id from visits where last_name = 'Elsewhere' and client_id = ${own.clientId}`
    for (const token of [staff, manager])
      expect(
        (await call(here.test, 'GET', `/access-log/${elsewhere?.['id']}`, undefined, { token })).status,
      ).toBe(404)
  })

  it('of an archived site is for admins alone', async () => {
    at(noon)
    const own = await makeVenue()
    await here.signIn(own.method.id, { lastName: 'Kept' })
    const [staff, manager] = [await memberOf(own, 'Staff'), await memberOf(own, 'Manager')]
    await here.sql`update sites set status = 'archived' where id = ${own.siteId}`
    const asked = `site=${own.siteId}`
    for (const token of [staff, manager]) expect((await ask(asked, token)).status).toBe(403)
    expect((await ask(asked, admin)).status).toBe(404)
    const owner = await adminOf(own)
    expect(told(await read(asked, owner))).toEqual(['in Ana Kept'])
    const operator = here.world.tokens.site_admin ?? ''
    const chosen = await ask(asked, operator, { 'x-client-id': own.clientId })
    expect(told(chosen.body as unknown as Page)).toEqual(['in Ana Kept'])
    const options = async (path: string) =>
      (
        await call(here.test, 'GET', `/access-log/${path}?chosen=${own.method.id}`, undefined, {
          token: owner,
        })
      ).body
    expect(await options('methods')).toMatchObject({ items: [{ id: own.method.id }, {}] })
  })

  it('has nothing of another client, and asks a site admin for one', async () => {
    at(noon)
    const own = await makeVenue()
    await here.signIn(own.method.id, { lastName: 'Secret' })
    const [visit] = await here.sql`select id from visits where client_id = ${own.clientId}`
    const { next: _, previous } = await read('', await adminOf(own))
    expect(told(await read('search=secret', admin))).toEqual([])
    expect(told(await read(`cursor=${previous?.replace('n', 'o')}`, admin))).toEqual([])
    expect((await ask(`site=${own.siteId}`, admin)).status).toBe(404)
    expect(told(await read(`method=${own.method.id}`, admin))).toEqual([])
    expect(
      (await call(here.test, 'GET', `/access-log/${visit?.['id']}`, undefined, { token: admin })).status,
    ).toBe(404)
    const operator = here.world.tokens.site_admin ?? ''
    expect((await ask('', operator)).body).toMatchObject({ code: 'client_not_chosen' })
    const chosen = await ask('', operator, { 'x-client-id': own.clientId })
    expect(told(chosen.body as unknown as Page)).toEqual(['in Ana Secret'])
  })

  it('finds people by name in any spelling, mobile and employee number, before and after the job has added them', async () => {
    at(noon)
    const own = await makeVenue()
    const token = await adminOf(own)
    const { db } = here.test.database
    await makeUser(db, here.test.passwords, own.clientId, {
      firstName: 'Uma',
      lastName: 'User',
      mobile: '+61491570737',
      employeeNumber: 'E-4711',
      personKey: here.test.personKeys(own.clientId, {
        firstName: 'Uma',
        lastName: 'User',
        mobile: '+61491570737',
      }),
    })
    await here.signIn(own.method.id, { firstName: 'Uma', lastName: 'User', mobile: '0491570737' })
    await here.signIn(own.method.id, { firstName: 'Thị', lastName: 'Nguyễn', mobile: '0491570313' })
    const searches = async () => {
      for (const [search, names] of [
        ['nguyen', ['in Thị Nguyễn']],
        ['NGUYEN, thi', ['in Thị Nguyễn']],
        ['+61 491 570 313', ['in Thị Nguyễn']],
        ['e-4711', ['in Uma User']],
        ['uma e-4711', ['in Uma User']],
        ['thi e-4711', []],
        ['%', []],
      ] as const)
        expect(told(await read(`search=${encodeURIComponent(search)}`, token)), search).toEqual(names)
    }
    await searches()
    await foldDeltas(db)
    await searches()
  })
})

describe('POST /access-log/{id}/corrections', () => {
  const correct = (id: string, body: object, token: string, headers: Record<string, string> = {}) =>
    call(here.test, 'POST', `/access-log/${id}/corrections`, body, { token, headers })

  async function makeVisit(fields: object = {}) {
    at(noon)
    const venue = await makeVenue()
    const { checkOutToken } = await here.signIn(venue.method.id, { lastName: 'Tipo', ...fields })
    const [visit] = await here.sql`select id from visits where client_id = ${venue.clientId}`
    return { venue, id: String(visit?.['id']), token: await memberOf(venue, 'Manager'), checkOutToken }
  }

  it.each([
    [{}, 'note'],
    [{ note: '  ' }, 'note'],
    [{ note: 'x'.repeat(501) }, 'note'],
    [{ note: 'why', first_name: '' }, 'first_name'],
    [{ note: 'why', dependents: 11 }, 'dependents'],
    [{ note: 'why', dependents: '2' }, 'dependents'],
    [{ note: 'why', signed_in_at: `${day}T02:00:00Z` }, 'signed_in_at'],
    [{ note: 'why', signed_out_at: '2026-02-30T10:00' }, 'signed_out_at'],
  ])('answers 400 to %j', async (body, field) => {
    const { id, token } = await makeVisit()
    const response = await correct(id, body, token)
    expect(response.status).toBe(400)
    expect(response.body['fields']).toHaveProperty(field)
  })

  it('is for those who manage the site', async () => {
    const { venue, id } = await makeVisit()
    const note = { note: 'why' }
    expect((await correct(id, note, await memberOf(venue, 'Staff'))).status).toBe(403)
    const elsewhere = await makeVenue()
    expect((await correct(id, note, await memberOf(elsewhere, 'Manager'))).status).toBe(404)
    expect((await correct(newId(), note, await adminOf(venue))).status).toBe(404)
    expect((await correct(id, { ...note, role: newId() }, await adminOf(venue))).status).toBe(404)
    const otherSite = { ...venue, siteId: venue.otherId }
    expect((await correct(id, note, await memberOf(otherSite, 'Manager'))).status).toBe(404)
    expect(await here.sql`select from log_corrections where client_id = ${venue.clientId}`).toHaveLength(0)
  })

  it.each([
    [{ mobile: '12' }, 'invalid_phone'],
    [{ signed_out_at: `${day}T01:59:59Z` }, 'time_out_of_range'],
    [{ signed_out_at: `${day}T02:00:01Z` }, 'time_out_of_range'],
    [{ signed_out_at: `${day}T12:30` }, 'time_out_of_range'],
  ])('answers 422 to %j', async (fields, code) => {
    const { id, token } = await makeVisit()
    const { status, body } = await correct(id, { note: 'why', ...fields }, token)
    expect([status, body['code']]).toEqual([422, code])
  })

  it('keeps both values, and whoever is on site has the new ones', async () => {
    const { venue, id, token } = await makeVisit()
    const role = await makeRole(here.test.database.db, venue.clientId, venue.siteId, 'Crew')
    later(5)
    const { status, body } = await correct(
      id,
      { last_name: 'Tipò', mobile: '0491570313', role: role.id, dependents: 2, note: 'Asked at the gate' },
      token,
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      last_name: 'Tipò',
      mobile: '+61491570313',
      role: 'Crew',
      dependents: 2,
      corrections: [
        {
          note: 'Asked at the gate',
          before: { last_name: 'Tipo', mobile: '+61491570156', role: '', dependents: 0 },
          after: { last_name: 'Tipò', mobile: '+61491570313', role: 'Crew', dependents: 2 },
        },
      ],
    })
    const page = await read('', token)
    expect(told(page)).toEqual(['corrected Ana Tipò', 'in Ana Tipò'])
    const key = here.test.personKeys(venue.clientId, {
      firstName: 'Ana',
      lastName: 'Tipò',
      mobile: '+61491570313',
    })
    expect(
      await here.sql`select last_name, mobile, role_name, dependents, person_key from presence where visit_id = ${id}`,
    ).toMatchObject([
      { last_name: 'Tipò', mobile: '+61491570313', role_name: 'Crew', dependents: 2, person_key: key },
    ])
    expect(told(await read('search=tipo', token))).toEqual(['corrected Ana Tipò', 'in Ana Tipò'])
    // The audit log tells that it was done. The values leave with the visit.
    const [entry] = await here.sql`
      select action, target_id, details from audit_entries where client_id = ${venue.clientId} and action = 'visit.corrected'`
    expect(entry).toMatchObject({
      target_id: id,
      details: { types: ['last_name', 'mobile', 'role', 'dependents'] },
    })
  })

  it('keeps that a rule closed the visit, whoever tells the departure, which staff have not ended', async () => {
    const { id, token, checkOutToken } = await makeVisit()
    later(45)
    const assume = () =>
      here.sql.begin(async (tx) => {
        const { now } = here.test.clock
        await tx`delete from presence where visit_id = ${id}`
        await tx`update visits set ended_as = 'assumed_left', ended_at = ${now}, assumed_left_at = ${now}
          where id = ${id}`
      })
    await assume()
    const assumedAt = here.test.clock.now.toISOString()
    later(5)
    const left = await correct(id, { signed_out_at: `${day}T12:30`, note: 'Rang us' }, token)
    expect(left.body).toMatchObject({
      ended_as: 'checked_out',
      ended_by: null,
      assumed_left_at: assumedAt,
      corrections: [
        {
          by: 'Robin Tester',
          before: { signed_out_at: null, assumed_left_at: assumedAt },
          after: { signed_out_at: `${day}T02:30:00.000Z`, assumed_left_at: null },
        },
      ],
    })
    const entries = async () =>
      (await read('', token)).items.map(({ event, at: time, source }) => [event, time, source])
    const [correction, ...others] = await entries()
    expect(correction).toEqual(['corrected', here.test.clock.now.toISOString(), 'staff'])
    expect(others).toEqual([
      ['assumed_left', assumedAt, 'phone'],
      ['out', `${day}T02:30:00.000Z`, 'phone'],
      ['in', `${day}T02:00:00.000Z`, 'phone'],
    ])
    expect((await read('event=assumed_left', token)).items).toHaveLength(1)
    expect(new Set((await read('', token)).items.map((entry) => entry.id)).size).toBe(4)
    // The visitor says the same from their own page.
    await checkOut(checkOutToken)
    expect((await entries()).map(([event]) => event)).toEqual([
      'corrected',
      'corrected',
      ...others.map(([event]) => event),
    ])
    // And where it was the visitor who told it.
    await here.sql`update visits set ended_as = 'assumed_left', signed_out_at = null where id = ${id}`
    await checkOut(checkOutToken)
    expect((await entries()).filter(([event]) => event === 'assumed_left')).toEqual([others[0]])
  })

  it('ends a visit that is open, and corrects one that was assumed to have ended', async () => {
    const { venue, id, token, checkOutToken } = await makeVisit()
    later(50)
    const left = await correct(id, { signed_out_at: `${day}T12:30`, note: 'Seen leaving' }, token)
    expect(left.body).toMatchObject({
      signed_out_at: `${day}T02:30:00.000Z`,
      signed_out_local: `${day}T12:30`,
      ended_as: 'by_staff',
    })
    expect(await here.sql`select from presence where client_id = ${venue.clientId}`).toHaveLength(0)
    expect(told(await read('', token))).toEqual(['corrected Ana Tipo', 'out Ana Tipo', 'in Ana Tipo'])
    // The visitor's own page has nothing to end any more.
    const again = await call(here.test, 'POST', '/checkin/checkout', {
      checkOutToken,
      time: here.test.clock.now.toISOString(),
    })
    expect(again.body).toEqual({ time: `${day}T02:30:00.000Z` })
    await here.sql`update visits set ended_as = 'assumed_left', signed_out_at = null, assumed_left_at = ended_at
      where id = ${id}`
    expect((await correct(id, { signed_out_at: `${day}T12:40`, note: 'Rang us' }, token)).body).toMatchObject(
      {
        ended_as: 'checked_out',
        signed_out_at: `${day}T02:40:00.000Z`,
        corrections: [
          {},
          // The visitor's own check-out, which has changed nothing.
          { by_visitor: true, before: {}, after: {} },
          { before: { signed_out_at: null }, after: { signed_out_at: `${day}T02:40:00.000Z` } },
        ],
      },
    )
  })

  it('refuses names that were deleted, those of accounts, departures of superseded visits, and a person twice on a site', async () => {
    const { venue, id, token } = await makeVisit()
    await here.signIn(venue.method.id, { lastName: 'Tipa' })
    expect((await correct(id, { last_name: 'Tipa', note: 'why' }, token)).status).toBe(409)
    await here.sql`update visits set ended_as = 'superseded', ended_at = signed_in_at where id = ${id}`
    const refused = async (fields: object) =>
      (await correct(id, { note: 'why', ...fields }, token)).body['code']
    expect(await refused({ signed_out_at: `${day}T02:00:00Z` })).toBe('wrong_status')
    await here.sql`update visits set first_name = '', last_name = '', mobile = '' where id = ${id}`
    expect(await refused({ first_name: 'Ana' })).toBe('wrong_status')
    expect(await refused({ dependents: 1 })).toBeUndefined()
  })

  it('corrects the name of a visit that has ended while its person is on site again', async () => {
    const { venue, id, token, checkOutToken } = await makeVisit()
    later(5)
    await checkOut(checkOutToken)
    later(5)
    await here.signIn(venue.method.id, { lastName: 'Tipa' })
    const { status, body } = await correct(id, { last_name: 'Tipa', note: 'Asked at the gate' }, token)
    expect([status, body['last_name']]).toEqual([200, 'Tipa'])
    expect(
      await here.sql`select count(*)::int as n, count(distinct person_key)::int as people from visits where client_id = ${venue.clientId}`,
    ).toMatchObject([{ n: 2, people: 1 }])
  })

  it('adds a note to a refused attempt, which names its ban, and changes nothing else of it', async () => {
    at(noon)
    const venue = await makeVenue()
    const token = await memberOf(venue, 'Manager')
    const ana = { first_name: 'Ana', last_name: 'Silva', mobile: '0491570156' }
    const ban = await call(
      here.test,
      'POST',
      '/bans',
      { ...ana, site_id: venue.siteId, reason: 'Theft' },
      { token },
    )
    expect(ban.status, ban.text).toBe(201)
    expect(await here.signIn(venue.method.id)).toMatchObject({ banned: true })
    const [attempt] = (await read('', token)).items
    const id = String(attempt?.record_id)
    const detail = await call(here.test, 'GET', `/access-log/${id}`, undefined, { token })
    expect(detail.body).toMatchObject({ result: 'banned', ban_id: ban.body['id'], can_manage: true })
    const note = { note: 'Left when asked' }
    expect((await correct(id, note, await memberOf(venue, 'Staff'))).status).toBe(403)
    expect((await correct(id, note, await memberOf(await makeVenue(), 'Manager'))).status).toBe(404)
    expect((await correct(id, { ...note, dependents: 1 }, token)).body['code']).toBe('wrong_status')
    const headers = { 'if-match': `"${String(detail.body['last_modified'])}"` }
    later(1)
    expect((await correct(id, note, token, headers)).body).toMatchObject({ corrections: [note] })
    expect((await correct(id, note, token, headers)).status).toBe(412)
    const entries = ['corrected Ana Silva', 'refused Ana Silva']
    expect(told(await read('', token))).toEqual(entries)
    expect(told(await read('result=banned', token))).toEqual(entries)
    expect(told(await read('result=ok', token))).toEqual([])
    const erased = async () =>
      (await here.sql`select note from log_corrections where client_id = ${venue.clientId}`).map(
        (row) => row['note'],
      )
    expect(await erased()).toEqual(['Left when asked'])
    await retain(venue, 29)
    expect(await erased()).toEqual([''])
    at(noon)
  })

  it('shows what somebody else has changed in place of overwriting it', async () => {
    const { id, token } = await makeVisit()
    const { body: seen } = await call(here.test, 'GET', `/access-log/${id}`, undefined, { token })
    const headers = { 'if-match': `"${String(seen['last_modified'])}"` }
    expect((await correct(id, { dependents: 3, note: 'first' }, token, headers)).status).toBe(200)
    const late = await correct(id, { dependents: 1, note: 'second' }, token, headers)
    expect(late.status).toBe(412)
    expect(late.body).toMatchObject({ code: 'changed_meanwhile', current: { dependents: 3 } })
    const [visit] = await here.sql`select dependents from visits where id = ${id}`
    expect(visit).toMatchObject({ dependents: 3 })
  })

  it('loses its values when the days of the visit are over', async () => {
    const { venue, id, token } = await makeVisit()
    await correct(id, { last_name: 'Zyxwvut', note: 'Zyxwvut said so' }, token)
    const found = () =>
      here.sql`select from log_corrections where client_id = ${venue.clientId} and log_corrections::text like '%Zyxwvut%'`
    await retain(venue, 27)
    expect(await found()).toHaveLength(1)
    await retain(venue, 29)
    expect(await found()).toHaveLength(0)
    at(noon)
  })
})
