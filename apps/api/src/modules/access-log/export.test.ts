import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { makeClient, makeMethod, makeQuestion, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call, freshIp } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import type { KeyActor } from '../../context.ts'
import { createExports } from '../../db/open-export.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { createZoneClock } from '../../lib/zone-clock.ts'
import { exportAccessLog, readWholeLog } from './export-log.ts'
import { readQuestion } from './queries.ts'

const here = inWorld()

/** Noon in Perth. */
const noon = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 4 * HOUR_MS)

async function makeVenue() {
  const { db } = here.test.database
  here.test.clock.now = noon
  const { id: clientId } = await makeClient(db, { enabled: true, timeZone: 'Australia/Perth' })
  const { id: siteId } = await makeSite(db, clientId, { name: '=Quay', timeZone: 'Australia/Perth' })
  const method = await makeMethod(db, clientId, siteId)
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
  const token = await openSession(here.test, { clientId, userId, admin: true })
  return { clientId, siteId, method, token, userId }
}
const write = (query: string, token: string) =>
  call(here.test, 'GET', `/access-log/export?${query}`, undefined, { token, ip: freshIp() })
const rowsOf = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true })

describe('GET /access-log/export', () => {
  it.each(['format=xml', 'cursor=o.1.0.x', 'per_page=1', 'from=yesterday'])(
    'answers 400 to %s',
    async (query) => expect((await write(query, (await makeVenue()).token)).status).toBe(400),
  )
  it('refuses a site of another client, a range that is reversed, and a site admin without a client', async () => {
    const [own, other] = [await makeVenue(), await makeVenue()]
    expect((await write(`site=${other.siteId}`, own.token)).status).toBe(404)
    expect((await write('from=2026-02-01&to=2026-01-01', own.token)).body).toMatchObject({
      code: 'time_out_of_range',
    })
    expect((await write('', here.world.tokens.site_admin ?? '')).body).toMatchObject({
      code: 'client_not_chosen',
    })
    expect(await here.sql`select from audit_entries where action = 'access_log.exported'`).toHaveLength(0)
  })

  it('says what a correction changed, why and by whom, as the reader may see it, and so does the list', async () => {
    const { clientId, siteId, method, token } = await makeVenue()
    const { db } = here.test.database
    await here.signIn(method.id, { firstName: 'Ana', lastName: 'Tipo', mobile: '0491570156' })
    const [visit] = await here.sql<{ id: string }[]>`select id from visits where client_id = ${clientId}`
    const correct = async (body: object) =>
      expect(
        await call(here.test, 'POST', `/access-log/${visit?.id}/corrections`, body, { token }),
      ).toMatchObject({ status: 200 })
    here.test.clock.now = new Date(noon.getTime() + 10 * 60_000)
    await correct({ last_name: '=Typo', mobile: '0491570313', dependents: 3, note: '=Asked "them"' })
    here.test.clock.now = new Date(noon.getTime() + 20 * 60_000)
    await correct({ signed_out_at: noon.toISOString(), note: 'Left at once' })
    await correct({ note: 'No more' })
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, {
      access: [{ siteId, userType: 'Staff' }],
    })
    const staff = await openSession(here.test, { clientId, userId, siteId, userType: 'Staff' })
    const { text } = await write('event=corrected', token)
    const [note, left, names] = rowsOf(text)
    expect(note).toMatchObject({
      event: 'note',
      corrected_fields: '',
      corrected_from: '',
      corrected_to: '',
      correction_note: 'No more',
      corrected_by: 'Robin Tester',
    })
    expect(left).toMatchObject({
      event: 'corrected',
      corrected_fields: 'signed_out_at',
      corrected_from: '',
      corrected_to: noon.toISOString(),
      correction_note: 'Left at once',
    })
    expect(names).toMatchObject({
      corrected_fields: 'last_name\nmobile\ndependents',
      corrected_from: 'Tipo\n0491 570 156\n0',
      corrected_to: "'=Typo\n0491 570 313\n3",
      correction_note: `'=Asked "them"`,
      corrected_by: 'Robin Tester',
    })
    // Other entries say nothing of corrections.
    const others = rowsOf((await write('event=in', token)).text)
    expect(others).toMatchObject([
      { corrected_fields: '', corrected_from: '', corrected_to: '', correction_note: '', corrected_by: '' },
    ])
    // Staff cannot read the number of a person who has left, neither the old nor the new one.
    const lines = (await write('event=corrected&format=ndjson', staff)).text.split('\n').filter(Boolean)
    expect(lines.map((line) => JSON.parse(line) as unknown)[2]).toMatchObject({
      corrected_from: 'Tipo\n••• 156\n0',
      corrected_to: '=Typo\n••• 313\n3',
      corrected_by: 'Robin Tester',
    })
    const { body } = await call(here.test, 'GET', '/access-log', undefined, { token: staff })
    const items = body['items'] as { event: string; correction: object | null }[]
    expect(items.map(({ event, correction }) => [event, correction !== null])).toEqual([
      ['corrected', true],
      ['corrected', true],
      ['corrected', true],
      ['out', false],
      ['in', false],
    ])
    expect(items[2]?.correction).toEqual({
      by: 'Robin Tester',
      by_visitor: false,
      note: '=Asked "them"',
      before: { last_name: 'Tipo', mobile: '••• 156', mobile_masked: true, dependents: 0 },
      after: { last_name: '=Typo', mobile: '••• 313', mobile_masked: true, dependents: 3 },
    })
  })

  it('has a row for each answer, every value quoted, formulas defused, and times in three zones', async () => {
    const { clientId, siteId, method, token } = await makeVenue()
    const { db } = here.test.database
    const ask = (text: string) => makeQuestion(db, clientId, siteId, { type: 'free text', text })
    const [first, second] = [await ask('=1+1'), await ask('Why "here"?')]
    await here.signIn(method.id, {
      firstName: '=HYPERLINK("http://evil.example")',
      lastName: '@Silva',
      questions: { [first.id]: { answer: '-2+3' }, [second.id]: { answer: 'two\nlines, "quoted"' } },
    })
    await here.sql`delete from question_sites where client_id = ${clientId}`
    const { checkOutToken } = await here.signIn(method.id, { lastName: 'Plain', mobile: '0491570313' })
    here.test.clock.now = new Date(noon.getTime() + 30 * 60_000)
    await call(here.test, 'POST', '/checkin/checkout', {
      checkOutToken,
      time: here.test.clock.now.toISOString(),
    })
    const { status, text, headers } = await write('', token)
    expect(status).toBe(200)
    const rows = rowsOf(text)
    expect(rows.map(({ event, question }) => [event, question])).toEqual([
      ['out', ''],
      ['in', ''],
      ['in', "'=1+1"],
      ['in', 'Why "here"?'],
    ])
    expect(headers['x-export-rows']).toBe('4')
    expect(rows[2]).toMatchObject({
      site: "'=Quay",
      person: `'=HYPERLINK("http://evil.example") @Silva`,
      answer: "'-2+3",
    })
    expect(rows[3]).toMatchObject({ answer: 'two\nlines, "quoted"' })
    const [out] = rows
    expect(out).toMatchObject({
      stay_minutes: '30',
      mobile: '0491 570 313',
      site_time: `${noon.toISOString().slice(0, 10)} 12:30:00`,
      site_time_zone: 'Australia/Perth',
      site_utc_offset: 'UTC+08:00',
      utc: here.test.clock.now.toISOString(),
    })
    expect(Object.keys(out ?? {})[0]).toBe('log_date')
    // Sydney is two hours ahead of Perth, or three in summer.
    expect(out?.['log_date']).toMatch(/ 1[45]:30:00\+1[01]:00$/)
    for (const line of text
      .replaceAll(/"(?:[^"]|"")*"/g, '""')
      .slice(1)
      .split('\r\n'))
      expect(line).toMatch(/^(?:""(?:,""){26})?$/)
    const [entry] = await here.sql`
      select details from audit_entries where client_id = ${clientId} and action = 'access_log.exported'`
    expect(entry?.['details']).toMatchObject({ rows: 4, site: null, filters: [] })
    expect(rowsOf((await write('event=out&search=plain', token)).text)).toHaveLength(1)
  })

  it('has the same rows as newline-delimited JSON', async () => {
    const { method, token } = await makeVenue()
    await here.signIn(method.id, { lastName: 'Plain' })
    const { text, headers } = await write('format=ndjson', token)
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/\.ndjson"/)
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([{ event: 'in', person: 'Ana Plain', site: '=Quay', question: null }])
  })

  it('has every entry once, also beyond one part, and none that is written meanwhile', async () => {
    const { clientId, siteId, token } = await makeVenue()
    await here.sql`
      insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, signed_in_at)
      select ${clientId}, (lpad(to_hex(milliseconds), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid, ${siteId}, 'visitor',
        'person ' || n, 'Number', n::text, timestamptz 'epoch' + milliseconds * interval '1 millisecond'
      from (select n, ${noon.getTime()}::bigint - n / 7 as milliseconds from generate_series(0, 4300) n) made`
    const rows = rowsOf((await write('', token)).text)
    expect(rows.map(({ person }) => person)).toHaveLength(4301)
    expect(new Set(rows.map(({ person }) => person)).size).toBe(4301)
  })

  it('has the entries of one moment, also where they are erased meanwhile', async () => {
    const { clientId, siteId } = await makeVenue()
    await here.sql`
      insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, signed_in_at, signed_out_at, ended_as, ended_at)
      select ${clientId}, (lpad(to_hex(milliseconds), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid, ${siteId}, 'visitor',
        'person ' || n, 'Number', n::text, at, at + n * interval '1 minute', 'checked_out', at + n * interval '1 minute'
      from (select n, at, (extract(epoch from at) * 1000)::bigint as milliseconds from generate_series(0, 300) n,
        lateral (select ${noon}::timestamptz - interval '1 hour' - (n % 97) * (n % 97) * interval '90 seconds' as at) timed) made`
    const scope = clientScope(clientId)
    const actor: KeyActor = {
      kind: 'key',
      keyId: newId(),
      clientId,
      scopes: [],
      admin: true,
      siteAdmin: false,
      scope,
    }
    const range = { from: new Date(noon.getTime() - 20 * DAY_MS), to: new Date(noon.getTime() + DAY_MS) }
    const read = (meanwhile = async () => {}) =>
      withScope(
        here.test.database.db,
        scope,
        async (tx) => {
          const asked = { from: range.from.toISOString(), to: range.to.toISOString() }
          const { question } = await readQuestion(tx, actor, asked, noon)
          const ids: string[] = []
          for await (const part of readWholeLog(tx, actor, question)) {
            if (ids.length === 0) await meanwhile()
            ids.push(...part.map(({ record_id, event }) => `${record_id} ${event}`))
          }
          return ids
        },
        { readOnly: true, isolation: 'repeatable read', deadlineMs: 60_000 },
      )
    const whole = await read()
    expect(new Set(whole).size).toBe(602)
    const erase = async () => {
      await here.sql`delete from visits where client_id = ${clientId}`
    }
    expect(await read(erase)).toEqual(whole)
    expect(await read()).toEqual([])
  }, 60_000)

  it('that was cancelled is in the audit log as cancelled; one that was read to its end, or lost its connection, is not', async () => {
    const { clientId, siteId } = await makeVenue()
    await here.sql`
      insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, signed_in_at)
      select ${clientId}, (lpad(to_hex(milliseconds), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid, ${siteId}, 'visitor',
        'person ' || n, 'Number', n::text, timestamptz 'epoch' + milliseconds * interval '1 millisecond'
      from (select n, ${noon.getTime()}::bigint - n * 1000 as milliseconds from generate_series(1, 600) n) made`
    const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
      admin: true,
    })
    const scope = clientScope(clientId)
    const actor: KeyActor = {
      kind: 'key',
      keyId: userId,
      clientId,
      scopes: [],
      admin: true,
      siteAdmin: false,
      scope,
    }
    const { db } = here.test.database
    const exports = createExports(db)
    const open = async () =>
      (await exportAccessLog({ db, actor, now: noon }, exports, { format: 'csv' })).text
    const cancelled = async () =>
      (
        await here.sql`
          select details from audit_entries where client_id = ${clientId} and action = 'export.cancelled'`
      ).map(({ details }) => details as object)
    for await (const _ of await open());
    const lost = Readable.from(await open()).iterator()
    expect((await lost.next()).done).toBe(false)
    // Active while it fetches the next rows, else idle in its transaction.
    await here.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`
    await expect(Array.fromAsync(lost)).rejects.toThrow()
    expect(await cancelled()).toEqual([])
    // The reader leaves after the first part.
    for await (const _ of await open()) break
    await expect.poll(cancelled).toEqual([{ name: 'access-log', rows: 600 }])
  })

  it('is cut where its reader logs out, is archived, or is no member of staff any more', async () => {
    const statements = [
      'update sessions set revoked_at = now() where user_id = $1',
      `update users set status = 'archived' where id = $1`,
      'update users set admin = false where id = $1',
    ]
    const started = await Promise.all(
      statements.map(async (statement) => {
        const { clientId, siteId, token, userId } = await makeVenue()
        await here.sql`
          insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, signed_in_at)
          select ${clientId}, (lpad(to_hex(milliseconds), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid, ${siteId}, 'visitor',
            'person ' || n, 'Number', n::text, timestamptz 'epoch' + milliseconds * interval '1 millisecond'
          from (select n, ${noon.getTime()}::bigint - n * 1000 as milliseconds from generate_series(1, 5000) n) made`
        const { statusCode, stream } = await here.test.app.inject({
          method: 'GET',
          url: '/api/access-log/export?format=csv',
          remoteAddress: freshIp(),
          headers: { authorization: `Bearer ${token}` },
          payloadAsStream: true,
        })
        expect(statusCode).toBe(200)
        const parts = stream().iterator()
        expect((await parts.next()).done).toBe(false)
        await here.sql.unsafe(statement, [userId])
        return { statement, parts }
      }),
    )
    await delay(2500)
    for (const { statement, parts } of started)
      await expect(Array.fromAsync(parts), statement).rejects.toThrow()
  })

  it('masks the mobiles of past visits for staff', async () => {
    const { clientId, siteId, method } = await makeVenue()
    const { checkOutToken } = await here.signIn(method.id, { mobile: '0491570313' })
    await call(here.test, 'POST', '/checkin/checkout', { checkOutToken, time: noon.toISOString() })
    const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
      access: [{ siteId, userType: 'Staff' }],
    })
    const token = await openSession(here.test, { clientId, userId, siteId, userType: 'Staff' })
    expect(rowsOf((await write('', token)).text).map(({ mobile }) => mobile)).toEqual(['••• 313', '••• 313'])
  })
})

describe('the clock of an export', () => {
  it.each([
    ['2026-04-04T15:59:59Z', 'Australia/Sydney', '2026-04-05 02:59:59', '+11:00'],
    ['2026-04-04T16:00:00Z', 'Australia/Sydney', '2026-04-05 02:00:00', '+10:00'],
    ['2026-10-03T16:00:00Z', 'Australia/Sydney', '2026-10-04 03:00:00', '+11:00'],
    ['2026-11-20T18:15:00Z', 'Asia/Kathmandu', '2026-11-21 00:00:00', '+05:45'],
    ['2026-11-20T00:00:00Z', 'America/Caracas', '2026-11-19 20:00:00', '-04:00'],
  ] as const)('shows %s in %s', (at, zone, local, offset) =>
    expect(createZoneClock()(new Date(at).getTime(), zone)).toEqual({ local, offset }),
  )
})
