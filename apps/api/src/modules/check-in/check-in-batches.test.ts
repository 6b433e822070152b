import type { FastifyInstance } from 'fastify'
import fc from 'fast-check'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { countQueries } from '../../../test/count-queries.ts'
import {
  makeBan,
  makeClient,
  makeMethod,
  makeQuestion,
  makeRole,
  makeSite,
  makeUser,
  makeWebhook,
} from '../../../test/factories.ts'
import { isFull, limitMs, runs } from '../../../test/runs.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { createDatabase } from '../../db/client.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  await sql.unsafe(`
    create function fail_for_some() returns trigger language plpgsql as $$
    begin
      if new.first_name = 'Faulty' then raise exception 'planted'; end if;
      return new;
    end $$;
    create trigger fail_for_some before insert on visits for each row execute function fail_for_some()`)
})
afterAll(() => test.close())

let addresses = 0
async function send(payload: object, key: string | undefined, app: FastifyInstance = test.app) {
  addresses += 1
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/api/checkin',
    remoteAddress: `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`,
    payload,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
  return { status: statusCode, body }
}

/** A site without questions, one with a question and a role, and one whose method is closed. */
async function makeVenue() {
  const { db } = test.database
  const client = await makeClient(db)
  await makeWebhook(db, client.id)
  const [plain, asking] = [await makeSite(db, client.id), await makeSite(db, client.id)]
  const methods = [
    await makeMethod(db, client.id, plain.id),
    await makeMethod(db, client.id, asking.id),
    await makeMethod(db, client.id, plain.id, { enabled: false }),
  ]
  const roles = [
    await makeRole(db, client.id, asking.id, 'Guest'),
    await makeRole(db, client.id, asking.id, 'Driver'),
  ]
  const answers = {
    yes: { text: 'Yes', action: 'fail' as const },
    no: { text: 'No', action: 'pass' as const },
  }
  const question = await makeQuestion(db, client.id, asking.id, { type: 'yes/no', text: 'Fever?', answers })
  const keyOf = (firstName: string) =>
    test.personKeys(client.id, { firstName, lastName: 'Batch', mobile: '+61491570156' })
  const user = await makeUser(db, test.passwords, client.id, {
    firstName: 'Known',
    lastName: 'Batch',
    mobile: '+61491570156',
    personKey: keyOf('Known'),
  })
  await makeBan(db, client.id, { personKey: keyOf('Banned') })
  return { clientId: client.id, siteIds: [plain.id, asking.id], methods, roles, question, user }
}
type Venue = Awaited<ReturnType<typeof makeVenue>>

interface Visitor {
  venue: number
  method: number
  firstName: string
  mobile: string
  answer: string
  role: number
  /** Which of the keys it is sent under; undefined without one. */
  key: number | undefined
  dependents: number
}

const anyVisitor: fc.Arbitrary<Visitor> = fc.record({
  venue: fc.integer({ min: 0, max: 1 }),
  method: fc.constantFrom(0, 0, 0, 0, 1, 1, 2),
  firstName: fc.constantFrom('Ana', 'Bo', 'Cy', 'Di', 'Eve', 'Flo', 'Gus', 'Known', 'Banned', 'Faulty'),
  mobile: fc.constantFrom('0491570156', '0491570156', '+61 491 570 156', '12'),
  answer: fc.constantFrom('no', 'no', 'yes', ''),
  role: fc.constantFrom(0, 1, 2),
  key: fc.constantFrom(undefined),
  dependents: fc.constant(0),
})

/** Some of them are sent twice, or with another body under the same key. */
const anyCrowd = fc
  .array(
    fc.record({ visitor: anyVisitor, sent: fc.constantFrom('keyless', 'once', 'once', 'twice', 'changed') }),
    {
      minLength: 2,
      maxLength: 40,
    },
  )
  .map((crowd) =>
    crowd.flatMap(({ visitor, sent }, key): Visitor[] => {
      if (sent === 'keyless') return [visitor]
      const first = { ...visitor, key }
      if (sent === 'once') return [first]
      return [first, sent === 'twice' ? first : { ...first, dependents: 1 }]
    }),
  )

function payloadFor(venue: Venue, { method, firstName, mobile, answer, role, dependents }: Visitor) {
  const asks = method === 1
  return {
    machineId: venue.methods[method]?.id,
    firstName,
    lastName: 'Batch',
    mobile,
    dependents,
    ...(asks && {
      role: venue.roles[role]?.id ?? null,
      questions: { [venue.question.id]: { question_text: 'Fever?', answer } },
    }),
  }
}

/** What was answered, without what differs from visit to visit. */
function toOutcome({ status, body }: { status: number; body: string }): string {
  const json = JSON.parse(body) as Record<string, unknown>
  return JSON.stringify([status, json['code'] ?? { ...json, checkOutToken: json['checkOutToken'] !== null }])
}

/** What a venue stores, without ids, in an order of its own. */
async function storedAt({ clientId, siteIds, user }: Venue) {
  const [plain = '', asking = ''] = siteIds
  const siteName = `case site_id when '${plain}' then 'plain' when '${asking}' then 'asking' end as site`
  const person = `${siteName}, kind, first_name, last_name, mobile, role_name, signed_in_offline`
  const rowsOf = (text: string) => sql.unsafe(text.replaceAll(':client', `'${clientId}'`))
  return {
    visits: await rowsOf(
      `select ${person}, ended_as, answers -> 0 ->> 'answer' as answer, superseded_by is null as is_last, count(*)::int
       from visits where client_id = :client group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 1, 2, 3, 4, 5, 6, 8, 9`,
    ),
    presence: await rowsOf(`select ${person} from presence where client_id = :client order by 1, 2, 3, 5, 6`),
    refused: await rowsOf(
      `select ${person}, reason, ban_id is null as is_no_ban, count(*)::int
       from refused_attempts where client_id = :client group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 5, 6, 8`,
    ),
    keys: await rowsOf(
      `select status, count(*)::int from idempotency_keys where client_id = :client group by 1 order by 1`,
    ),
    events: await rowsOf(
      `select type, count(*)::int from outbox where client_id = :client group by 1 order by 1`,
    ),
    figures: await rowsOf(
      `select ${siteName}, split_part(key, ':', 1) as name, sum(value::int)::int from rollup_deltas, jsonb_each_text(counts)
       where client_id = :client group by 1, 2 order by 1, 2`,
    ),
    boards: await rowsOf(
      `select distinct ${siteName}, list from board_changes where client_id = :client order by 1, 2`,
    ),
    seen: await rowsOf(`select last_seen_at from users where id = '${user.id}'`),
  }
}

it(
  'a crowd that comes at once is answered and stored as one after the other, whoever among it is at fault',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyCrowd, async (crowd) => {
        const [together, alone] = [
          [await makeVenue(), await makeVenue()],
          [await makeVenue(), await makeVenue()],
        ]
        const keysOf = () =>
          new Map(crowd.map(({ key }) => [key, key === undefined ? undefined : crypto.randomUUID()]))
        const sendFrom = (venues: Venue[], keys: ReturnType<typeof keysOf>) => async (visitor: Visitor) => {
          const venue = venues[visitor.venue]
          if (!venue) throw new Error('There are two venues')
          return send(payloadFor(venue, visitor), keys.get(visitor.key))
        }
        const [togetherKeys, aloneKeys] = [keysOf(), keysOf()]
        const answered = await Promise.all(crowd.map(sendFrom(together, togetherKeys)))
        const expected: Awaited<ReturnType<typeof send>>[] = []
        for (const visitor of crowd) expected.push(await sendFrom(alone, aloneKeys)(visitor))

        // Of two bodies under one key, either can be the first one.
        const outcomesOf = (answers: typeof answered) =>
          crowd.map(({ key }, index) =>
            key === undefined
              ? [toOutcome(answers[index] ?? { status: 0, body: '{}' })]
              : answers
                  .filter((_, other) => crowd[other]?.key === key)
                  .map(toOutcome)
                  .toSorted(),
          )
        expect(outcomesOf(answered)).toEqual(outcomesOf(expected))
        for (const [index, venue] of together.entries()) {
          const mirror = alone[index]
          if (mirror) expect(await storedAt(venue)).toEqual(await storedAt(mirror))
        }
        // Each is there, and is answered with the same bytes again.
        for (const [index, visitor] of crowd.entries()) {
          const first = answered[index]
          if (visitor.key === undefined || first?.status !== 200) continue
          expect((await sendFrom(together, togetherKeys)(visitor)).body).toBe(first.body)
        }
      }),
      { numRuns: runs(15) },
    )
  },
  limitMs,
)

describe('a queue', () => {
  const person = (venue: Venue, number: number) => ({
    machineId: venue.methods[0]?.id,
    firstName: `Queue ${number}`,
    lastName: 'Batch',
    mobile: '0491570156',
  })

  it('is signed in with fewer transactions than people, and one alone with one', async () => {
    const venue = await makeVenue()
    const counted = countQueries(test.database.db)
    const node = await buildSecondNode(test, { ...counted.db, close: async () => {} })
    const transactionsFor = async (numbers: number[]) => {
      counted.statements.length = 0
      const answers = await Promise.all(
        numbers.map((number) => send(person(venue, number), crypto.randomUUID(), node.app)),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      return counted.statements.filter((text) => text.startsWith('begin')).length
    }
    // The node looks up the client of the method once.
    await transactionsFor([0])
    expect(await transactionsFor([1])).toBe(1)
    expect(await transactionsFor(Array.from({ length: 30 }, (_, index) => index + 2))).toBeLessThan(30)
    await node.close()
  })

  it('does not wait for somebody whose row another transaction has locked', async () => {
    const venue = await makeVenue()
    const { runtimeUrl } = test.database
    const impatient = createDatabase({ runtimeUrl, connections: 2, workload: 'guests', lockTimeoutMs: 500 })
    const node = await buildSecondNode(test, impatient)
    let answers: Awaited<ReturnType<typeof send>>[] = []
    await sql.begin(async (tx) => {
      await tx`select from users where id = ${venue.user.id} for update`
      answers = await Promise.all(
        Array.from({ length: 12 }, (_, number) =>
          send(
            number === 5 ? { ...person(venue, 5), firstName: 'Known' } : person(venue, number),
            undefined,
            node.app,
          ),
        ),
      )
    })
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index === 5 ? 503 : 200)))
    expect(await sql`select from presence where client_id = ${venue.clientId}`).toHaveLength(11)
    await node.close()
  })

  it('reads the visitors again when the region of the site has changed', async () => {
    const venue = await makeVenue()
    await send(person(venue, 0), undefined)
    await sql`update sites set region = 'NZ' where id = ${venue.siteIds[0] ?? ''}`
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        send({ ...person(venue, number + 1), mobile: '021 123 4567' }, crypto.randomUUID()),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const rows =
      await sql`select distinct mobile from visits where client_id = ${venue.clientId} order by mobile`
    expect(rows.map(({ mobile }) => mobile)).toEqual(['+61491570156', '+64211234567'])
  })

  /** The plans of both statements for any values. */
  async function explainCheckIn(venue: Awaited<ReturnType<typeof makeVenue>>): Promise<string> {
    const { runtimeUrl } = test.database
    const counted = countQueries(createDatabase({ runtimeUrl, connections: 2, workload: 'guests' }))
    const node = await buildSecondNode(test, counted.db)
    await send({ ...person(venue, 1), firstName: 'Known' }, crypto.randomUUID(), node.app)
    const texts = counted.statements.filter((text) => /asked|given/.test(text))
    expect(texts).toHaveLength(2)
    const plans = await withScope(counted.db, clientScope(venue.clientId), async (tx) => {
      const lines: string[] = []
      for (const text of texts) {
        const rows = await tx.raw.unsafe<{ 'QUERY PLAN': string }[]>(`explain (generic_plan) ${text}`)
        lines.push(...rows.map((row) => row['QUERY PLAN']))
      }
      return lines.join('\n')
    })
    await node.close()
    return plans
  }

  if (isFull)
    it('is joined row by row, whatever PostgreSQL knew of the tables when it planned', async () => {
      const plans = await explainCheckIn(await makeVenue())
      expect(plans).toMatch(/idempotency_keys[^\n]*\n *Index Cond: \(.*\bkey = /)
      expect(plans).not.toMatch(/Hash Join|Hash Left Join|Merge Join|Materialize|Seq Scan/)
    })

  const withoutTriggers = (change: (tx: TransactionSql) => PromiseLike<unknown>) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await change(tx)
    })

  const crowds = [
    ['thousands, beside thousands of sites with few', 8000, 2],
    ['a hundred, and nobody anywhere else', 100, 1],
  ] as const
  it.each(isFull ? crowds : [])(
    'looks people up by their keys on a site with %s',
    async (_, people, sitesToOne) => {
      const venue = await makeVenue()
      await withoutTriggers(
        (tx) => tx`
        insert into presence (client_id, site_id, kind, person_key, first_name, last_name, dependents, visit_id, signed_in_at)
        select case when number % ${sitesToOne} = 0 then ${venue.clientId} else gen_random_uuid() end,
          case when number % ${sitesToOne} = 0 then ${venue.clientId} else gen_random_uuid() end,
          'visitor', 'crowd ' || number, 'Ada', 'Crowd', 0, gen_random_uuid(), now()
        from generate_series(1, ${people}::int) number`,
      )
      await sql`analyze presence`
      const plans = await explainCheckIn(venue)
      await withoutTriggers((tx) => tx`delete from presence where person_key like 'crowd %'`)
      expect(plans).toMatch(/presence_pkey on presence[^\n]*\n *Index Cond: \(.*\bperson_key = /)
      expect(plans).not.toMatch(/presence_time_idx/)
    },
  )
})
