import type { RetentionPreview } from '@gatehouse/validation/endpoints/retention'
import { retentionClasses } from '@gatehouse/validation/vocabulary'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBan, makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { openSession } from '../../../test/world.ts'
import { clientScope } from '../../db/scopes.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { retentionSteps } from '../../registry.ts'
import { applyRetention } from './apply-retention.ts'

const here = inWorld()

/** Midday, so that local days begin and end apart from the days of the retention. */
const now = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + 12 * HOUR_MS)
const ago = (days: number, hours = 0) => new Date(now.getTime() - days * DAY_MS - hours * HOUR_MS)

let start: Date
beforeEach(() => {
  start = here.test.clock.now
  here.test.clock.now = now
})
afterEach(() => {
  here.test.clock.now = start
})

async function makeVenue(fields: object = {}) {
  const { db } = here.test.database
  const { id: clientId } = await makeClient(db, fields)
  const [gate, yard] = [
    await makeSite(db, clientId, { timeZone: 'Australia/Sydney' }),
    await makeSite(db, clientId, { timeZone: 'America/Lima' }),
  ]
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
  const token = await openSession(here.test, { clientId, userId, admin: true })
  return { clientId, gate: gate.id, yard: yard.id, userId, token }
}
type Venue = Awaited<ReturnType<typeof makeVenue>>

const preview = async ({ token }: Venue, query = ''): Promise<RetentionPreview> => {
  const response = await here.get(`/settings/retention/preview?${query}`, token)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const countsOf = (read: RetentionPreview, of: 'due' | 'due_at_site' = 'due') =>
  retentionClasses.map((name) => read[name][of]?.rows)

/** Records of every kind at an hour of each day, of people who have left or are still on site. */
async function fill({ clientId, gate, yard, userId }: Venue, ages: readonly number[]): Promise<void> {
  const { sql } = here
  const { db } = here.test.database
  for (const siteId of [gate, yard]) {
    const method = await makeMethod(db, clientId, siteId)
    for (const [index, days] of ages.entries()) {
      const at = ago(days, index % 5)
      const person = {
        client_id: clientId,
        site_id: siteId,
        kind: 'visitor',
        person_key: `person ${index}`,
        first_name: 'Ana',
        last_name: `Silva ${index}`,
        mobile: '+61491570156',
      }
      const isOpen = index % 4 === 0
      const visit = newId(at)
      await sql`insert into visits ${sql({
        ...person,
        id: visit,
        signed_in_at: at,
        temperature: index % 3 === 0 ? 36.5 : null,
        ...(isOpen ? {} : { signed_out_at: at, ended_at: at, ended_as: 'checked_out' }),
      })}`
      if (index % 2 === 0)
        await sql`update visits set answers = '[{"question_id": "one"}]' where client_id = ${clientId} and id = ${visit}`
      if (isOpen) await sql`insert into presence ${sql({ ...person, visit_id: visit, signed_in_at: at })}`
      await sql`insert into refused_attempts ${sql({
        ...person,
        id: newId(at),
        reason: 'banned',
        attempted_at: at,
        temperature: 38.2,
      })}`
      await sql`insert into idempotency_keys ${sql({
        client_id: clientId,
        method_id: method.id,
        key: newId(at),
        request_hash: Buffer.alloc(32),
        created_at: at,
      })}`
    }
  }
  for (const days of ages) {
    const at = ago(days)
    await makeBan(db, clientId, { personKey: newId(), createdAt: at, fromAt: ago(days, 1), untilAt: at })
    for (const details of [{ after: { name: 'Ana' } }, { ok: true }])
      await sql`insert into audit_entries ${sql({
        client_id: clientId,
        id: newId(at),
        at,
        actor_kind: 'staff',
        actor_id: userId,
        action: 'site.updated',
        target_kind: 'site',
        details: sql.json(details),
      })}`
    const { id } = await makeUser(db, here.test.passwords, clientId, { status: 'archived', lastModified: at })
    await sql`update users set photo_key = 'key' where id = ${id}`
  }
}

describe('what a run would erase', () => {
  it.each([
    ['with the days as they are', {}],
    ['with one day for names', { contact: 1 }],
    ['with days that overlap', { contact: 10, answer: 3, temperature: 2, photo: 4 }],
    ['with names kept for ever', { contact: null, answer: 2, temperature: 20, photo: 7 }],
  ])('is what the next run erases, %s', async (_, days: Partial<Record<string, number | null>>) => {
    const venue = await makeVenue({ contactRetentionDays: 5, answerRetentionDays: 8 })
    await fill(venue, [0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 25, 30])
    const asked = Object.entries(days).map(([name, value]) => `${name}_days=${value ?? 'never'}`)
    const before = await preview(venue, asked.join('&'))
    expect(countsOf(before).some((rows) => (rows ?? 0) > 0)).toBe(true)
    for (const [name, value] of Object.entries(days))
      await here.sql`update clients set ${here.sql({ [`${name}_retention_days`]: value ?? null })} where id = ${venue.clientId}`
    const failures = await applyRetention(
      {
        db: here.test.database.db,
        steps: retentionSteps,
        photos: { remove: async () => {} },
        clock: () => now,
      },
      clientScope(venue.clientId),
    )
    expect(failures).toEqual([])
    const [run] = (await here.get('/settings/retention/runs', venue.token)).json().items
    expect(retentionClasses.map((name) => run[`${name}_rows`])).toEqual(countsOf(before))
    expect(run).toMatchObject({ started_at: now.toISOString(), failures: 0 })
    const after = await preview(venue)
    expect(countsOf(after)).toEqual([0, 0, 0, 0])
    for (const name of retentionClasses) expect(after[name].oldest_kept).toBe(before[name].oldest_kept)
  })

  it('of one site is its own records; photos, events and mails belong to none', async () => {
    const venue = await makeVenue()
    const query = 'contact_days=1&answer_days=1&temperature_days=1&photo_days=1'
    await fill(venue, [3])
    expect(countsOf(await preview(venue, query))).toEqual([
      // Per site an open visit, a refused attempt and a key; a ban, and the only entry with a name.
      2 * 3 + 2,
      2,
      2 * 2,
      1,
    ])
    expect(countsOf(await preview(venue, `${query}&site=${venue.gate}`), 'due_at_site')).toEqual([3, 1, 2, 0])
    expect(countsOf(await preview(venue, query), 'due_at_site')).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('says that there is more than it counts', async () => {
    const venue = await makeVenue({ temperatureRetentionDays: null })
    const visits = Array.from({ length: 10_001 }, (_, number) => {
      const at = new Date(ago(40).getTime() + number * 1000)
      return {
        client_id: venue.clientId,
        id: newId(at),
        site_id: venue.gate,
        kind: 'visitor',
        person_key: 'person',
        first_name: 'Ana',
        last_name: 'Silva',
        temperature: 36.5,
        signed_in_at: at,
      }
    })
    for (const from of [0, 4000, 8000])
      await here.sql`insert into visits ${here.sql(visits.slice(from, from + 4000))}`
    const asked = `temperature_days=30&site=${venue.gate}`
    expect((await preview(venue, asked)).temperature).toEqual({
      days: 30,
      due: { rows: 10_000, more: true },
      due_at_site: { rows: 10_000, more: true },
      oldest_kept: null,
    })
    expect((await preview(venue)).temperature).toMatchObject({
      days: null,
      due: { rows: 0, more: false },
      oldest_kept: ago(40).toISOString(),
    })
  })
})

describe('the days of a client', () => {
  const change = (venue: Venue, body: object, headers = {}) =>
    here.test.app.inject({
      method: 'PATCH',
      url: `/api/settings/retention?site=${venue.gate}`,
      headers: { authorization: `Bearer ${venue.token}`, ...headers },
      payload: body,
    })

  it.each([
    [{ contact_days: 0 }, 'contact_days'],
    [{ answer_days: 3651 }, 'answer_days'],
    [{ photo_days: 1.5 }, 'photo_days'],
    [{ temperature_days: '7' }, 'temperature_days'],
  ])('refuse %j', async (body, field) => {
    const venue = await makeVenue()
    const response = await change(venue, body)
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toHaveProperty(field)
    expect((await here.get('/settings/retention', venue.token)).json()).toMatchObject({ contact_days: 28 })
  })
  it.each(['contact_days=0', 'answer_days=3651', 'photo_days=soon', 'names=3'])(
    'refuse a preview of %s',
    async (query) => {
      const { token } = await makeVenue()
      expect((await here.get(`/settings/retention/preview?${query}`, token)).statusCode).toBe(400)
    },
  )
  it('are changed one by one, and the audit log has both values', async () => {
    const venue = await makeVenue()
    const response = await change(venue, { contact_days: 7, photo_days: null })
    expect(response.json()).toMatchObject({
      sites: 2,
      contact_days: 7,
      answer_days: 365,
      temperature_days: 28,
      photo_days: null,
    })
    expect(
      await here.sql`select action, details from audit_entries where client_id = ${venue.clientId}`,
    ).toMatchObject([
      {
        action: 'retention.changed',
        details: {
          before: { contact_days: 28, photo_days: 28 },
          after: { contact_days: 7, photo_days: null },
        },
      },
    ])
  })
  it('that somebody else has changed are shown in place of overwriting them', async () => {
    const venue = await makeVenue()
    const { last_modified: seen } = (await here.get('/settings/retention', venue.token)).json()
    await change(venue, { contact_days: 7 })
    const late = await change(venue, { contact_days: 90 }, { 'if-match': `"${seen}"` })
    expect(late.statusCode).toBe(412)
    expect(late.json()).toMatchObject({ code: 'changed_meanwhile', current: { contact_days: 7 } })
  })
  it('are read, not changed, by the staff of a site, and their reports by nobody else than admins', async () => {
    const { a } = here.world
    const staff = await openSession(here.test, { ...a, userType: 'Staff' })
    expect((await here.get(`/settings/retention?site=${a.siteId}`, staff)).json()).toMatchObject({
      contact_days: 28,
    })
    for (const path of ['preview', 'runs'])
      expect((await here.get(`/settings/retention/${path}?site=${a.siteId}`, staff)).statusCode).toBe(403)
  })
  it('of a site admin are those of the site; without one a client has to be chosen', async () => {
    const venue = await makeVenue({ contactRetentionDays: 3 })
    const { clientId } = venue
    const { db } = here.test.database
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { siteAdmin: true })
    const token = await openSession(here.test, { clientId, userId, siteAdmin: true })
    expect((await here.get(`/settings/retention?site=${venue.gate}`, token)).json()).toMatchObject({
      contact_days: 3,
    })
    expect((await here.get('/settings/retention', token)).json()).toMatchObject({ code: 'client_not_chosen' })
    const chosen = { 'x-client-id': clientId }
    expect((await here.get('/settings/retention', token, chosen)).json()).toMatchObject({ contact_days: 3 })
  })
})
