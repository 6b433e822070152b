import { beforeEach, describe, expect, it } from 'vitest'
import { makeClient, makeMethod, makeQuestion, makeSite, makeUser } from '../../../../test/factories.ts'
import { inWorld } from '../../../../test/in-world.ts'
import { call } from '../../../../test/staff.ts'
import { openSession } from '../../../../test/world.ts'
import { clientScope, installationScope } from '../../../db/scopes.ts'
import { foldDeltas } from '../../../jobs/fold-rollups.ts'
import { DAY_MS, HOUR_MS } from '../../../lib/durations.ts'
import { newId } from '../../../lib/ids.ts'
import { retentionSteps } from '../../../registry.ts'
import { applyRetention } from '../../privacy/apply-retention.ts'
import { chainLog } from './append.ts'
import { sendHeads } from './send-heads.ts'
import { hasHead, type LogFault, verifyLog } from './verify.ts'

const here = inWorld()

const deps = () => ({
  db: here.test.database.db,
  installation: installationScope(),
  digests: here.test.keys.logDigests,
  clock: () => here.test.clock.now,
})

async function chain(): Promise<void> {
  await foldDeltas(here.test.database.db)
  await chainLog(deps())
}

let clientId: string
let siteId: string
let tokens: string[]

const start = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + HOUR_MS)

/** Three visits, the first of which has ended, and a refused attempt. */
beforeEach(async () => {
  const { db } = here.test.database
  here.test.clock.now = start
  clientId = (await makeClient(db, { enabled: true })).id
  siteId = (await makeSite(db, clientId)).id
  const { id: otherId } = await makeSite(db, clientId)
  const [method, asking] = [await makeMethod(db, clientId, siteId), await makeMethod(db, clientId, otherId)]
  await makeQuestion(db, clientId, otherId, {
    type: 'yes/no',
    text: 'Well?',
    answers: { yes: { text: 'Yes', action: 'pass' }, no: { text: 'No', action: 'fail' } },
  })
  const [question] = await here.sql`select id from questions where client_id = ${clientId}`
  tokens = []
  for (const lastName of ['One', 'Two', 'Three']) {
    here.test.clock.now = new Date(here.test.clock.now.getTime() + 60_000)
    tokens.push((await here.signIn(method.id, { lastName })).checkOutToken)
  }
  const refused = await call(here.test, 'POST', '/checkin', {
    firstName: 'Ron',
    lastName: 'Refused',
    mobile: '0491570156',
    machineId: asking.id,
    questions: { [String(question?.['id'])]: { answer: 'no' } },
  })
  expect(refused.status).toBe(422)
  await chain()
  await call(here.test, 'POST', '/checkin/checkout', {
    checkOutToken: tokens[0],
    time: here.test.clock.now.toISOString(),
  })
  await chain()
})

async function verify(): Promise<Partial<LogFault>[]> {
  const logs = []
  for await (const log of verifyLog(deps())) if (log.clientId === clientId) logs.push(log)
  return logs.flatMap(({ fault }) => (fault ? [fault] : []))
}
const entries = () => here.sql`
  select position, event, record_id from log_entries where client_id = ${clientId} and position is not null order by position`
const idOf = async (lastName: string) => {
  const [row] = await here.sql`
    select id from visits where client_id = ${clientId} and last_name = ${lastName}
    union all select id from refused_attempts where client_id = ${clientId} and last_name = ${lastName}`
  return String(row?.['id'])
}

describe('the chain of the access log', () => {
  it('has an entry for each state of a record, and is whole', async () => {
    const first = await idOf('One')
    expect((await entries()).map(({ event, record_id }) => [event, record_id === first])).toEqual([
      ['in', true],
      ['in', false],
      ['in', false],
      ['refused', false],
      ['out', true],
    ])
    expect(await verify()).toEqual([])
  })

  it('adds nothing twice, and what waits is no fault', async () => {
    await chain()
    expect(await entries()).toHaveLength(5)
    const time = here.test.clock.now.toISOString()
    await call(here.test, 'POST', '/checkin/checkout', { checkOutToken: tokens[1], time })
    expect(await verify()).toEqual([])
    await foldDeltas(here.test.database.db)
    expect(await verify()).toEqual([])
    await chain()
    expect(await entries()).toHaveLength(6)
  })

  it('has the note to a refused attempt', async () => {
    const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
      admin: true,
    })
    const token = await openSession(here.test, { clientId, userId, admin: true })
    const path = `/access-log/${await idOf('Refused')}/corrections`
    expect((await call(here.test, 'POST', path, { note: 'Went home' }, { token })).status).toBe(200)
    await chain()
    expect((await entries()).at(-1)).toMatchObject({ event: 'corrected' })
    expect(await verify()).toEqual([])
  })

  it('also knows of an end without a departure', async () => {
    await here.sql`update visits set ended_as = 'assumed_left', ended_at = now(), assumed_left_at = now() where id = ${await idOf('Two')}`
    expect(await verify()).toEqual([])
    await chain()
    expect(await entries()).toHaveLength(6)
    expect(await verify()).toEqual([])
  })

  it('stays whole when personal data is deleted', async () => {
    await applyRetention(
      {
        db: here.test.database.db,
        steps: retentionSteps,
        photos: here.test.photos,
        clock: () => new Date(start.getTime() + 400 * DAY_MS),
      },
      clientScope(clientId),
    )
    expect(await here.sql`select from visits where client_id = ${clientId} and last_name <> ''`).toHaveLength(
      0,
    )
    expect(await verify()).toEqual([])
  })

  describe('sends its head out of the house', () => {
    const heads = () =>
      here.sql`select payload, created_at from outbox where client_id = ${clientId} and type = 'notice.log_head' order by position`
    const send = (at: Date) => sendHeads(here.test.database.db, installationScope(), at)
    const later = (days: number) => new Date(here.test.clock.now.getTime() + days * DAY_MS)

    it('once a day, by every node together, and only where there are new entries', async () => {
      await Promise.all([send(later(0)), send(later(0))])
      const [last] = await here.sql`
        select encode(hash, 'hex') as hash from log_entries where client_id = ${clientId} and position = 5`
      expect(await heads()).toMatchObject([{ payload: { count: 5, hash: last?.['hash'] } }])
      await send(later(2))
      expect(await heads()).toHaveLength(1)
      here.test.clock.now = later(0.5)
      const time = here.test.clock.now.toISOString()
      await call(here.test, 'POST', '/checkin/checkout', { checkOutToken: tokens[1], time })
      await chain()
      await send(later(0.4))
      expect(await heads()).toHaveLength(1)
      await send(later(0.6))
      expect((await heads()).map(({ payload }) => payload.count)).toEqual([5, 6])
    })

    it('to webhooks that want it', async () => {
      const id = newId(start)
      await here.sql`insert into webhooks (client_id, id, url, events, encrypted_secret)
        values (${clientId}, ${id}, 'https://receiver.example/', '{log.head}', 'x')`
      await send(later(0))
      const [event] = await here.sql`
        select type, payload from outbox where client_id = ${clientId} and queue in ('event', 'webhook')`
      expect(event).toMatchObject({ type: 'log.head', payload: { entries: 5 } })
    })

    it('and a chain that was cut off does not have it any more', async () => {
      await send(later(0))
      const [{ payload: { hash = '' } = {} } = {}] = await heads()
      expect(await hasHead(deps(), hash)).toBe(true)
      await here.sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx`delete from log_entries where client_id = ${clientId} and position = 5`
        await tx`update visits set signed_out_at = null, ended_at = null, ended_as = null where client_id = ${clientId}`
      })
      expect(await verify()).toEqual([])
      expect(await hasHead(deps(), hash)).toBe(false)
    })
  })

  describe('names what was tampered with', () => {
    const tamper = async (change: (sql: typeof here.sql) => Promise<unknown>) => {
      // As somebody with the rights of the owner would, without triggers.
      await here.sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await change(tx as unknown as typeof here.sql)
      })
      return verify()
    }
    it('a time that was changed', async () => {
      const id = await idOf('One')
      const found = await tamper(
        (sql) => sql`update visits set signed_out_at = signed_out_at + interval '1 hour' where id = ${id}`,
      )
      expect(found).toMatchObject([{ fault: 'changed', record: 'visit', recordId: id, position: 5 }])
    })
    it('a name, an answer, a result that was changed', async () => {
      const [two, refused] = [await idOf('Two'), await idOf('Refused')]
      expect(
        await tamper((sql) => sql`update visits set last_name = 'Other' where id = ${two}`),
      ).toMatchObject([{ fault: 'changed', recordId: two }])
      await here.sql`update visits set last_name = 'Two' where id = ${two}`
      expect(
        await tamper(
          (sql) =>
            sql`update refused_attempts set answers = jsonb_set(answers, '{0,answer_text}', '"Yes"') where id = ${refused}`,
        ),
      ).toMatchObject([{ fault: 'changed', record: 'refused', recordId: refused, position: 4 }])
    })
    it('a visit that was added', async () => {
      const at = new Date(start.getTime() + 5000)
      const id = newId(at)
      const found = await tamper(
        (
          sql,
        ) => sql`insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, signed_in_at)
          values (${clientId}, ${id}, ${siteId}, 'visitor', 'x', 'Al', 'Ibi', ${at})`,
      )
      expect(found).toMatchObject([{ fault: 'added', recordId: id, position: undefined }])
    })
    it('a visit that was removed', async () => {
      const id = await idOf('Two')
      expect(await tamper((sql) => sql`delete from visits where id = ${id}`)).toMatchObject([
        { fault: 'removed', record: 'visit', recordId: id, position: 2 },
      ])
    })
    it('a visit that was removed together with its entry', async () => {
      const id = await idOf('Two')
      const found = await tamper(async (sql) => {
        await sql`delete from visits where id = ${id}`
        await sql`delete from log_entries where record_id = ${id}`
      })
      expect(found).toMatchObject([{ fault: 'chain', position: 2 }])
    })
    it('entries that were renumbered, exchanged or rewritten', async () => {
      const id = await idOf('Two')
      expect(
        await tamper(async (sql) => {
          await sql`delete from visits where id = ${id}`
          await sql`delete from log_entries where record_id = ${id}`
          await sql`update log_entries set position = position - 1 where client_id = ${clientId} and position = 3`
          await sql`update log_entries set position = position - 1 where client_id = ${clientId} and position = 4`
          await sql`update log_entries set position = position - 1 where client_id = ${clientId} and position = 5`
        }),
      ).toMatchObject([{ fault: 'chain', position: 2 }])
    })
    it('an entry whose digest was replaced', async () => {
      const found = await tamper(
        (sql) =>
          sql`update log_entries set facts_digest = sha256('x') where client_id = ${clientId} and position = 3`,
      )
      expect(found).toMatchObject([{ fault: 'chain', position: 3 }])
    })
  })
})
