import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import { Instant } from '@gatehouse/validation/time-fields'
import type { FastifyInstance } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite, makeWebhook } from '../../../test/factories.ts'
import { limitMs, runs } from '../../../test/runs.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { call, makeMember, signIn as signInMember } from '../../../test/staff.ts'

const SKEW_MS = -4000

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let sites: { id: string; methodIds: string[] }[]
let boardToken: string
/** The clock of the second node is four seconds behind the first one's. */
let second: Awaited<ReturnType<typeof buildSecondNode>>
const secondClock = { now: new Date() }

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  setClocks(test.clock.now.getTime())
  second = await buildSecondNode({ ...test, clock: secondClock })
  const { db } = test.database
  clientId = (await makeClient(db)).id
  await makeWebhook(db, clientId)
  sites = await Promise.all(
    [0, 1].map(async () => {
      const { id } = await makeSite(db, clientId)
      const methods = await Promise.all([0, 1].map(() => makeMethod(db, clientId, id)))
      return { id, methodIds: methods.map((method) => method.id) }
    }),
  )
  const screen = await makeMember(test, clientId, {
    access: sites.map((site) => ({ siteId: site.id, userType: 'Device' as const })),
  })
  boardToken = (await signInMember(test, screen)).token
})
afterAll(async () => {
  await second.close()
  await test.close()
})

function setClocks(now: number): void {
  test.clock.now = new Date(now)
  secondClock.now = new Date(now + SKEW_MS)
}
const later = (milliseconds: number) => setClocks(test.clock.now.getTime() + milliseconds)
const appOf = (node: number): FastifyInstance => (node === 0 ? test.app : second.app)
const clockOf = (node: number): number => (node === 0 ? test.clock.now : secondClock.now).getTime()
const iso = (time: number) => new Date(time).toISOString()

const person = (lastName: string) => ({ firstName: 'Ana', lastName, mobile: '0491 570 156' })
let names = 0
const freshName = () =>
  `Stay${String((names += 1)).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`

function submit(body: object, { key = crypto.randomUUID(), node = 0 }: { key?: string; node?: number } = {}) {
  return call(test, 'POST', '/checkin', body, { headers: { 'idempotency-key': key }, app: appOf(node) })
}

async function signIn(lastName: string, { site = 0, method = 0, node = 0 } = {}): Promise<CheckInResult> {
  const machineId = sites[site]?.methodIds[method]
  const { status, body, text } = await submit({ ...person(lastName), machineId }, { node })
  expect(status, text).toBe(200)
  return body as unknown as CheckInResult
}

const checkOut = (checkOutToken: string | null, time: number, node = 0) =>
  call(test, 'POST', '/checkin/checkout', { checkOutToken, time: iso(time) }, { app: appOf(node) })

async function board(site: number): Promise<string[]> {
  const { status, text } = await call(test, 'GET', `/board/${sites[site]?.id}`, undefined, {
    token: boardToken,
  })
  expect(status, text).toBe(200)
  return (JSON.parse(text) as { lastName: string }[]).map(({ lastName }) => lastName)
}

const visitsOf = (lastName: string) => sql<
  { id: string; ended_as: string | null; signed_out_at: Date | null; superseded_by: string | null }[]
>`
  select id, ended_as, signed_out_at, superseded_by from visits
  where client_id = ${clientId} and last_name = ${lastName} order by created_at`

const millisecondsOf = (text: string) => Date.parse(v.parse(Instant, text))

describe('a check-out by the page of a visit that the next one superseded', () => {
  it('ends the stay that is open, and both visits are in the log', async () => {
    const name = freshName()
    const first = await signIn(name)
    later(60_000)
    await signIn(name, { method: 1 })
    later(60_000)
    const time = clockOf(0)
    expect((await checkOut(first.checkOutToken, time)).body).toEqual({ time: iso(time) })
    expect(await board(0)).not.toContain(name)
    const [earlier, again] = await visitsOf(name)
    expect(earlier).toMatchObject({ ended_as: 'superseded', signed_out_at: null, superseded_by: again?.id })
    expect(again).toMatchObject({ ended_as: 'checked_out', signed_out_at: new Date(time) })
    const events = await sql`
      select payload ->> 'visit_id' as visit from outbox where client_id = ${clientId}
        and type = 'visitor.signed_out' and payload ->> 'ended_as' = 'checked_out' and payload ->> 'visit_id' in ${sql([earlier?.id ?? '', again?.id ?? ''])}`
    expect(events).toEqual([{ visit: again?.id }])
  })
  it('ends also where its page only asks', async () => {
    const name = freshName()
    const stay = (token: string | null) => call(test, 'POST', '/checkin/stay', { checkOutToken: token })
    const first = await signIn(name)
    later(60_000)
    const again = await signIn(name, { method: 1 })
    expect((await stay(first.checkOutToken)).body).toMatchObject({ leftAt: null })
    later(60_000)
    const time = clockOf(0)
    await checkOut(again.checkOutToken, time)
    expect((await stay(first.checkOutToken)).body).toMatchObject({ leftAt: iso(time) })
    later(60_000)
    const next = await signIn(name)
    expect((await stay(first.checkOutToken)).body).toMatchObject({ leftAt: iso(time) })
    expect((await stay(next.checkOutToken)).body).toMatchObject({ leftAt: null })
  })
  it('answers on every page of the stay the time of the first check-out', async () => {
    const name = freshName()
    const pages = []
    for (let visit = 0; visit < 4; visit += 1) {
      pages.push(await signIn(name, { method: visit % 2 }))
      later(60_000)
    }
    const time = clockOf(0)
    expect((await checkOut(pages[1]?.checkOutToken ?? null, time)).body).toEqual({ time: iso(time) })
    later(60_000)
    for (const { checkOutToken } of pages) {
      expect((await checkOut(checkOutToken, clockOf(0))).body).toEqual({ time: iso(time) })
    }
  })
  it('ends a later stay where it is asked for after the next sign-in, and leaves the stay at another site as it is', async () => {
    const name = freshName()
    const first = await signIn(name)
    later(1000)
    const again = await signIn(name)
    await signIn(name, { site: 1 })
    later(60_000)
    const time = clockOf(0)
    await checkOut(again.checkOutToken, time)
    later(60_000)
    await signIn(name)
    later(60_000)
    // The same request once more, as a phone sends it that lost the response.
    for (const { checkOutToken } of [first, again]) {
      expect((await checkOut(checkOutToken, time)).body).toEqual({ time: iso(time) })
      expect(await board(0)).toContain(name)
    }
    const secondTime = clockOf(0)
    for (const { checkOutToken } of [first, again]) {
      expect((await checkOut(checkOutToken, secondTime)).body).toEqual({ time: iso(secondTime) })
      expect(await board(0)).not.toContain(name)
    }
    expect(await board(1)).toContain(name)
    const ends = (await visitsOf(name)).map(({ signed_out_at }) => signed_out_at?.getTime())
    expect(ends.filter((end) => end !== undefined)).toEqual([time, secondTime])
  })
  it('refuses a departure before the sign-in that is open, and the board goes on listing the person', async () => {
    const name = freshName()
    const first = await signIn(name)
    later(3_600_000)
    await signIn(name)
    later(60_000)
    const { status, body } = await checkOut(first.checkOutToken, clockOf(0) - 600_000)
    expect([status, body['code']]).toEqual([422, 'time_out_of_range'])
    expect(await board(0)).toContain(name)
  })
  it('which was superseded before visits named their next one is not found, and the person stays listed', async () => {
    const name = freshName()
    const first = await signIn(name)
    await signIn(name)
    await sql`update visits set superseded_by = null where client_id = ${clientId} and last_name = ${name}`
    const { status } = await checkOut(first.checkOutToken, clockOf(0))
    expect(status).toBe(404)
    expect(await board(0)).toContain(name)
  })
  it('whose departure was assumed ends the stay that the person began since', async () => {
    const name = freshName()
    const first = await signIn(name)
    await sql`update visits set ended_as = 'assumed_left', ended_at = now(), assumed_left_at = now() where client_id = ${clientId} and last_name = ${name}`
    await sql`delete from presence where client_id = ${clientId} and last_name = ${name}`
    later(3_600_000)
    const again = await signIn(name)
    later(60_000)
    const time = clockOf(0)
    expect((await checkOut(first.checkOutToken, time)).body).toEqual({ time: iso(time) })
    expect(await board(0)).not.toContain(name)
    expect((await checkOut(again.checkOutToken, time + 1)).body).toEqual({ time: iso(time) })
    expect(await visitsOf(name)).toMatchObject([
      { ended_as: 'superseded', signed_out_at: null },
      { ended_as: 'checked_out', signed_out_at: new Date(time) },
    ])
  })
  it('whose departure was assumed takes one from before the later sign-in for itself', async () => {
    const name = freshName()
    const first = await signIn(name)
    await sql`update visits set ended_as = 'assumed_left', ended_at = now(), assumed_left_at = now() where client_id = ${clientId} and last_name = ${name}`
    await sql`delete from presence where client_id = ${clientId} and last_name = ${name}`
    later(3_600_000)
    await signIn(name)
    later(60_000)
    const time = clockOf(0) - 600_000
    expect((await checkOut(first.checkOutToken, time)).body).toEqual({ time: iso(time) })
    expect(await board(0)).toContain(name)
    expect(await visitsOf(name)).toMatchObject([
      { ended_as: 'checked_out', signed_out_at: new Date(time) },
      { ended_as: null },
    ])
  })
})

describe('a check-out at a node whose clock is behind the sign-in’s', () => {
  it('ends the visit at its sign-in', async () => {
    const name = freshName()
    const { checkOutToken, submissionTime } = await signIn(name, { node: 0 })
    const response = await checkOut(checkOutToken, millisecondsOf(submissionTime), 1)
    expect([response.status, response.body]).toEqual([200, { time: submissionTime }])
    expect(await visitsOf(name)).toMatchObject([{ ended_as: 'checked_out' }])
    expect(await board(0)).not.toContain(name)
  })
  it('by the earlier page, ends the later visit at its sign-in', async () => {
    const name = freshName()
    const first = await signIn(name, { node: 1 })
    later(1000)
    const { submissionTime } = await signIn(name, { node: 0 })
    const response = await checkOut(first.checkOutToken, clockOf(1), 1)
    expect([response.status, response.body]).toEqual([200, { time: submissionTime }])
    expect(await board(0)).not.toContain(name)
  })
  it('is repeated with the same response where the next stay began earlier by the other clock', async () => {
    const name = freshName()
    const first = await signIn(name, { node: 0 })
    const signedInAt = clockOf(0)
    later(500)
    await checkOut(first.checkOutToken, clockOf(0))
    await signIn(name, { node: 1 })
    for (let time = 1; time <= 2; time += 1) {
      const response = await checkOut(first.checkOutToken, signedInAt)
      expect([response.status, response.body]).toEqual([200, { time: iso(signedInAt) }])
      expect(await board(0)).not.toContain(name)
    }
  })
  it('is repeated without an end of the next stay, which began earlier by the other clock', async () => {
    const name = freshName()
    const { checkOutToken } = await signIn(name, { node: 0 })
    later(500)
    const time = clockOf(0)
    await checkOut(checkOutToken, time)
    await signIn(name, { node: 1 })
    expect((await checkOut(checkOutToken, time)).body).toEqual({ time: iso(time) })
    expect(await board(0)).toContain(name)
  })
  it('refuses a time that is ahead of the sign-in too', async () => {
    const name = freshName()
    const { checkOutToken, submissionTime } = await signIn(name, { node: 0 })
    const { status } = await checkOut(checkOutToken, millisecondsOf(submissionTime) + 6000, 1)
    expect(status).toBe(422)
    expect(await board(0)).toContain(name)
  })
})

describe('at the same moment', () => {
  it('check-outs by two pages of a stay answer one time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const name = freshName()
      const pages = [await signIn(name), await signIn(name)]
      later(60_000)
      const responses = await Promise.all(
        pages.map(({ checkOutToken }, index) => checkOut(checkOutToken, clockOf(0) - index * 1000, index)),
      )
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect(responses[0]?.text).toBe(responses[1]?.text)
      expect(await board(0)).not.toContain(name)
    }
  })
})

interface Stay {
  /** The person and the site. */
  whereabouts: string
  /** The sign-in of the visit that is open. */
  openSince: number
  endedAt: number | null
}
interface Page {
  stay: number
  /** The person and the site. */
  whereabouts: string
  signedInAt: number
  body: object
  key: string
  text: string
}
/** What must hold of a few people at two sites. */
interface Model {
  stays: Stay[]
  pages: Page[]
  /** The latest stay, by person and site. */
  latest: Record<string, number>
}

type Command =
  | { do: 'sign-in'; who: number; site: number; method: number; node: number }
  | { do: 'check-out'; page: number; node: number; measuredAt: number; ago: number }
  | { do: 'send again'; page: number; node: number }
/** What the API answered, as far as the model tells. */
type Response = string

const TOLERANCE_MS = 5000

interface Part {
  command: Command
  body: object
  key: string
  /** Where the page of a sign-in goes. */
  page: number
  response: string
}

/** Changes the model as the command should, and tells what it should be answered. */
function expectOf(
  model: Model,
  { command, body, key, page: place, response }: Part,
  known: number,
): Response {
  if (command.do === 'sign-in') {
    const at = clockOf(command.node)
    const whereabouts = `${command.who} ${command.site}`
    const latest = model.latest[whereabouts]
    const open = latest === undefined ? undefined : model.stays[latest]
    let stay = latest ?? 0
    if (open?.endedAt === null) open.openSince = at
    else stay = model.stays.push({ whereabouts, openSince: at, endedAt: null }) - 1
    model.latest[whereabouts] = stay
    model.pages[place] = { stay, whereabouts, signedInAt: at, body, key, text: response }
    return iso(at)
  }
  const page = model.pages[command.page % known]
  if (!page) return 'nothing to do'
  if (command.do === 'send again') return page.text
  const own = model.stays[page.stay]
  const latest = model.stays[model.latest[page.whereabouts] ?? -1]
  if (!own || !latest) throw new Error('Every page has its stay')
  const asked = askedTime(page, command)
  const isOpenNow = latest.endedAt === null && asked >= latest.openSince && asked !== own.endedAt
  if (own.endedAt !== null && !isOpenNow) {
    const isRepeated = model.stays.some(
      ({ endedAt, whereabouts, openSince }) =>
        whereabouts === page.whereabouts && endedAt === asked && openSince > own.openSince - TOLERANCE_MS,
    )
    return iso(isRepeated ? asked : own.endedAt)
  }
  const stay = own.endedAt === null ? own : latest
  const now = Math.max(clockOf(command.node), page.signedInAt, stay.openSince)
  if (asked > now + TOLERANCE_MS || asked < stay.openSince - TOLERANCE_MS) return '422'
  stay.endedAt = Math.min(Math.max(asked, stay.openSince), now)
  return iso(stay.endedAt)
}

/**
 * The time that a page sends: by the node that its clock was measured at, never before its sign-in.
 */
function askedTime(page: Page, { measuredAt, ago }: { measuredAt: number; ago: number }): number {
  return Math.max(clockOf(measuredAt) - ago, page.signedInAt)
}

async function run(pages: Page[], { command, body, key }: Part): Promise<Response> {
  if (command.do === 'sign-in') {
    const { status, text } = await submit(body, { key, node: command.node })
    expect(status, text).toBe(200)
    return text
  }
  const page = pages[command.page % pages.length]
  if (!page) return 'nothing to do'
  if (command.do === 'send again') {
    return (await submit(page.body, { key: page.key, node: command.node })).text
  }
  const token = (JSON.parse(page.text) as CheckInResult).checkOutToken
  const { status, body: response } = await checkOut(token, askedTime(page, command), command.node)
  return status === 200 ? String(response['time']) : String(status)
}

const two = fc.nat(1)
const commands = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('sign-in' as const),
      who: two,
      site: two,
      method: two,
      node: two,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('check-out' as const),
      page: fc.nat(30),
      node: two,
      measuredAt: two,
      ago: fc.constantFrom(0, 0, 0, 3000, 30_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('send again' as const), page: fc.nat(30), node: two }),
  },
)
/** One command or two at once, and the time that goes by before. */
const steps = fc.array(
  fc.record({
    wait: fc.constantFrom(0, 1, 500, 4000, 20_000),
    together: fc.array(commands, { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 2, maxLength: 14 },
)

describe('over any sequence of sign-ins and check-outs, from several phones, at two nodes', () => {
  it(
    'whoever was told that they are checked out is off the board, and nobody else is',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          const people = [freshName(), freshName()]
          let models: Model[] = [{ stays: [], pages: [], latest: {} }]
          for (const { wait, together } of sequence) {
            later(wait)
            models = await runTogether(models, together, people)
            await assertAgrees(models, people)
          }
        }),
        { numRuns: runs(25) },
      )
    },
    limitMs,
  )
})

/**
 * Runs the commands in parallel. Their responses, and the boards afterwards, must equal those of a
 * serial run in some order.
 * @param models the possible states; several where different orders of earlier commands look the
 * same
 */
async function runTogether(models: Model[], together: Command[], people: string[]): Promise<Model[]> {
  const pages = models[0]?.pages ?? []
  const parts: Part[] = together.map((command, index) => ({
    command,
    key: crypto.randomUUID(),
    body:
      command.do === 'sign-in'
        ? { ...person(people[command.who] ?? ''), machineId: sites[command.site]?.methodIds[command.method] }
        : {},
    page: pages.length + together.slice(0, index).filter((earlier) => earlier.do === 'sign-in').length,
    response: '',
  }))
  const responses = await Promise.all(parts.map((part) => run(pages, part)))
  for (const [index, part] of parts.entries()) part.response = responses[index] ?? ''
  const told = parts.map(({ command, response }) =>
    command.do === 'sign-in' ? (JSON.parse(response) as CheckInResult).submissionTime : response,
  )
  const boards = await Promise.all([board(0), board(1)])
  const seen = {
    told,
    listed: boards.map((listed) => people.map((name) => listed.filter((one) => one === name).length)),
  }
  const outcomes = models.flatMap((model) =>
    [parts, parts.toReversed()].map((order) => {
      const after = structuredClone(model)
      const expected = new Map(order.map((part) => [part, expectOf(after, part, pages.length)]))
      return { after, told: parts.map((part) => expected.get(part)), listed: listedBy(after, people) }
    }),
  )
  const possible = outcomes.filter((outcome) =>
    isDeepStrictEqual({ told: outcome.told, listed: outcome.listed }, seen),
  )
  if (possible.length === 0) expect(outcomes.map(({ after: _, ...outcome }) => outcome)).toContainEqual(seen)
  return possible
    .map(({ after }) => after)
    .filter((one, index, all) => all.findIndex((other) => isDeepStrictEqual(one, other)) === index)
}

const listedBy = ({ stays, latest }: Model, people: string[]) =>
  [0, 1].map((site) =>
    people.map((_, who) => (stays[latest[`${who} ${site}`] ?? -1]?.endedAt === null ? 1 : 0)),
  )

const byTime = (one: number | null, other: number | null) => (one ?? 0) - (other ?? 0)

/**
 * The log agrees with the board: one visit per page, the last of each stay open, or ended at the
 * responded time.
 */
async function assertAgrees(models: Model[], people: string[]): Promise<void> {
  const rows = await sql<{ ended_as: string | null; signed_out_at: Date | null; present: boolean }[]>`
    select v.ended_as, v.signed_out_at, p.visit_id is not null as present
    from visits v left join presence p on p.client_id = v.client_id and p.site_id = v.site_id and p.visit_id = v.id
    where v.client_id = ${clientId} and v.last_name in ${sql(people)}`
  expect(rows).toHaveLength(models[0]?.pages.length ?? 0)
  expect(rows.every(({ ended_as, present }) => (ended_as === null) === present)).toBe(true)
  const ends = rows.filter(({ ended_as }) => ended_as !== 'superseded')
  expect(models.map(({ stays }) => stays.map(({ endedAt }) => endedAt).toSorted(byTime))).toContainEqual(
    ends.map((row) => row.signed_out_at?.getTime() ?? null).toSorted(byTime),
  )
}
