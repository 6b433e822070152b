import type { Ban } from '@gatehouse/validation/endpoints/bans'
import { rateRules } from '@gatehouse/validation/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { chainLog } from '../access-log/chain/append.ts'
import { installationScope } from '../../db/scopes.ts'
import { foldDeltas } from '../../jobs/fold-rollups.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'

const here = inWorld()

interface Staff {
  userId: string
  token: string
}

let clientId: string
let [quay, yard] = ['', '']
let gate: string
let admin: Staff
let manager: Staff
let second: Staff
let staff: Staff
beforeEach(async () => {
  here.test.clock.now = new Date()
  const { db } = here.test.database
  clientId = (await makeClient(db, { timeZone: 'Australia/Brisbane' })).id
  quay = (await makeSite(db, clientId, { name: 'Quay', timeZone: 'Australia/Perth' })).id
  yard = (await makeSite(db, clientId, { name: 'Yard' })).id
  gate = (await makeMethod(db, clientId, quay)).id
  admin = await session({ admin: true })
  manager = await session({}, 'Manager')
  second = await session({}, 'Manager')
  staff = await session({}, 'Staff')
})

type UserFields = NonNullable<Parameters<typeof makeUser>[3]>
async function session(
  fields: UserFields = {},
  userType?: 'Manager' | 'Staff',
  siteId = quay,
): Promise<Staff> {
  const { db } = here.test.database
  const access = userType && [{ siteId, userType }]
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, {
    ...fields,
    ...(access && { access }),
  })
  const rights = { ...(fields.admin && { admin: true }), ...(userType && { userType, siteId }) }
  return { userId, token: await openSession(here.test, { clientId, userId, ...rights }) }
}

const ask = (
  verb: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  {
    token = admin.token,
    headers = {},
  }: { token?: string | undefined; headers?: Record<string, string> } = {},
) => call(here.test, verb, `/bans${path}`, body, { token: token ?? '', headers })
const as = ({ token }: Staff) => ({ token })
const bo = { first_name: 'Bo', last_name: 'Barred', mobile: '0491570157' }
const input = (fields: object = {}) => ({ ...bo, site_id: quay, reason: 'Threw a chair', ...fields })
async function create(fields: object = {}, by = admin): Promise<Ban> {
  const created = await ask('POST', '', input(fields), as(by))
  expect(created.status, created.text).toBe(201)
  return created.body as unknown as Ban
}
const signIn = (machineId = gate, fields: object = {}) =>
  here.signIn(machineId, { firstName: 'Bo', lastName: 'Barred', mobile: '0491570157', ...fields })
const later = (hours: number) => {
  here.test.clock.now = new Date(here.test.clock.now.getTime() + hours * HOUR_MS)
}
const namesOf = async (path: string, by = admin) =>
  ((await ask('GET', path, undefined, as(by))).body['items'] as Ban[]).map(({ first_name }) => first_name)

describe('bans', () => {
  it('are written by those who manage the site, and nobody of another client finds them', async () => {
    const { id } = await create()
    const { id: exceptionId } = await askException(id)
    const { tokens, b } = here.world
    const reads: [Parameters<typeof ask>[0], string, object?][] = [['GET', `/${id}`]]
    const writes: typeof reads = [
      ['PATCH', `/${id}`, { reason: 'Another' }],
      ['POST', `/${id}/lift`, { reason: 'Over' }],
      ['POST', `/${id}/exceptions`, { site_id: quay, hours: 1, reason: 'Repairs' }],
      ['PATCH', `/${id}/exceptions/${exceptionId}`, { granted: true }],
    ]
    const status = async (
      [verb, path, body]: (typeof reads)[number],
      token: string | undefined,
      headers = {},
    ) => (await ask(verb, path, body, { token: token ?? '', headers })).status
    for (const one of [...reads, ...writes]) {
      expect([await status(one, ''), await status(one, tokens['board-only A'])]).toEqual([401, 403])
      expect([await status(one, tokens['admin B']), await status(one, tokens['manager A'])]).toEqual([
        404, 404,
      ])
      expect(await status(one, tokens.site_admin, { 'x-client-id': b.clientId })).toBe(404)
    }
    for (const one of reads) expect(await status(one, staff.token)).toBe(200)
    for (const one of writes) expect(await status(one, staff.token)).toBe(403)
    expect((await ask('POST', '', input(), as(staff))).status).toBe(403)
    expect((await ask('POST', '', input(), { token: tokens['admin B'] })).status).toBe(404)
    expect((await ask('POST', '', input(), { token: tokens.site_admin })).body).toMatchObject({
      code: 'client_not_chosen',
    })
    expect((await ask('GET', `/${id}`)).body).toMatchObject({
      client_id: clientId,
      reason: 'Threw a chair',
      state: 'in_force',
    })
  })

  it('of all sites are for admins; a Manager sees them, and those of the managed sites', async () => {
    await create({ site_id: null, first_name: 'All' })
    await create({ site_id: yard, first_name: 'Yard' })
    await create({ first_name: 'Quay' }, manager)
    expect((await namesOf('?sort=name')).toSorted()).toEqual(['All', 'Quay', 'Yard'])
    expect((await namesOf('', manager)).toSorted()).toEqual(['All', 'Quay'])
    expect((await namesOf(`?site=${yard}`)).toSorted()).toEqual(['All', 'Yard'])
    expect((await ask('GET', `?site=${yard}`, undefined, as(manager))).status).toBe(404)
    expect((await ask('POST', '', input({ site_id: null }), as(manager))).body).toMatchObject({
      code: 'site_required',
    })
    expect((await ask('POST', '', input({ site_id: yard }), as(manager))).status).toBe(404)
    const all = (await ask('GET', '?search=all', undefined, as(manager))).body['items'] as Ban[]
    expect(all).toMatchObject([{ can_manage: false, mobile: '••• 157', mobile_masked: true, site_id: null }])
    const { id = '' } = all[0] ?? {}
    expect((await ask('PATCH', `/${id}`, { reason: 'Mine' }, as(manager))).status).toBe(403)
    // A number that is masked finds nobody.
    expect(await namesOf('?search=0491570157', staff)).toEqual([])
    expect(await namesOf('?search=0491570157', manager)).toEqual(['Quay'])
  })

  it.each([
    [{ reason: ' ' }, 400],
    [{ mobile: '12' }, 422],
    [{ first_name: '' }, 400],
    [{ until: '2026-02-30T10:00' }, 400],
    [{ until: 'tomorrow' }, 400],
    [{ until: '2001-01-01T00:00' }, 422],
    [{ from: '2090-01-02T00:00', until: '2090-01-01T00:00' }, 422],
    [{ site_id: newId() }, 404],
    [{ site_id: 'nowhere' }, 400],
    [{ user_id: newId() }, 400],
    [{ lifted: true }, 400],
  ])('refuse %o', async (fields, status) => {
    const refused = await ask('POST', '', input(fields))
    expect(refused.status, refused.text).toBe(status)
    expect(await here.sql`select from bans where client_id = ${clientId}`).toEqual([])
  })

  it.each([
    [
      { from: '2090-01-02T00:00', until: '2090-01-01T00:00' },
      'end_before_start',
      'The end is before the start',
    ],
    [
      { from: '2001-01-02T00:00', until: '2001-01-01T00:00' },
      'end_before_start',
      'The end is before the start',
    ],
    [{ until: '2001-01-01T00:00' }, 'end_in_past', 'The end has passed'],
    [{ from: '2001-01-01T00:00', until: '2001-01-02T00:00' }, 'end_in_past', 'The end has passed'],
  ])('with the times %o are refused, and before anybody has confirmed', async (times, code, words) => {
    const expected = { code: 'time_out_of_range', field_codes: { until: code }, fields: { until: words } }
    expect((await ask('POST', '', input(times))).body).toMatchObject(expected)
    const body = { ...bo, site_id: quay, ...times }
    expect((await ask('POST', '/preview', body)).body).toMatchObject(expected)
  })

  it('of oneself, and of somebody with more rights, are refused and leave nothing', async () => {
    const terms = { site_id: quay, reason: 'Test' }
    const self = await ask('POST', '', { user_id: admin.userId, ...terms })
    expect(self.body).toMatchObject({ code: 'own_account' })
    const person = { firstName: 'Ada', lastName: 'Admin', mobile: '+61491570158' }
    const chief = await session({ admin: true, ...person, personKey: here.test.personKeys(clientId, person) })
    const named = { first_name: 'Ada', last_name: 'Admin', mobile: person.mobile, ...terms }
    expect((await ask('POST', '', named, as(manager))).body).toMatchObject({ code: 'type_too_high' })
    expect((await ask('POST', '', { user_id: chief.userId, ...terms }, as(manager))).status).toBe(404)
    expect(await here.sql`select from bans where client_id = ${clientId}`).toEqual([])
    expect((await ask('POST', '', { user_id: chief.userId, ...terms })).body).toMatchObject({
      user_id: chief.userId,
      first_name: 'Ada',
    })
  })

  it('tell a Manager nothing of a user whom they cannot see: the id is as an unknown one', async () => {
    const person = { firstName: 'Uma', lastName: 'Unseen', mobile: '+61491570159' }
    const fields = { ...person, personKey: here.test.personKeys(clientId, person) }
    const unseen = await session(fields, 'Staff', yard)
    const answers = await Promise.all(
      [unseen.userId, newId()].flatMap((user_id) =>
        [quay, yard, newId()].map(async (site_id) => {
          const asked = { user_id, site_id, reason: 'Test' }
          const { status, body } = await ask('POST', '', asked, as(manager))
          return [status, body]
        }),
      ),
    )
    expect(answers.slice(0, 3)).toEqual(answers.slice(3))
    expect(answers.map(([status]) => status)).toEqual(Array.from({ length: 6 }, () => 404))
    const named = { first_name: 'Uma', last_name: 'Unseen', mobile: person.mobile }
    const { id, user_id } = await create(named, manager)
    expect(user_id).toBeNull()
    expect((await ask('GET', `/${id}`, undefined, as(manager))).body).toMatchObject({ user_id: null })
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ user_id: unseen.userId })
  })

  it('are written and previewed by a Manager only so often for one name', async () => {
    const { burst } = rateRules.personKeyChange
    const mobileOf = (at: number) => `04915701${at + 10}`
    const { reason: _, ...previewed } = input()
    for (let count = 0; count < burst; count += 2) {
      expect((await create({ mobile: mobileOf(count) }, manager)).user_id).toBeNull()
      const mobile = mobileOf(count + 1)
      expect((await ask('POST', '/preview', { ...previewed, mobile }, as(manager))).status).toBe(200)
    }
    for (const refused of [
      await ask('POST', '', input(), as(manager)),
      await ask('POST', '/preview', previewed, as(manager)),
    ])
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    await create({ first_name: 'Another' }, manager)
    await create()
  })

  it('keep times by the clock of their place, and are found by their state', async () => {
    const now = here.test.clock.now
    const year = now.getUTCFullYear() + 1
    const ofSite = await create({
      first_name: 'Coming',
      from: `${year}-03-01T08:00`,
      until: `${year}-03-02T08:00`,
    })
    expect(ofSite).toMatchObject({
      from: `${year}-03-01T00:00:00.000Z`,
      from_local: `${year}-03-01T08:00`,
      time_zone: 'Australia/Perth',
      state: 'coming',
    })
    const everywhere = await create({ site_id: null, first_name: 'Ending', until: `${year}-03-02T10:00` })
    expect(everywhere).toMatchObject({ until: `${year}-03-02T00:00:00.000Z`, state: 'in_force', site: null })
    const { id } = await create({ first_name: 'Lifted' })
    await ask('POST', `/${id}/lift`, { reason: 'Paid' })
    expect(await namesOf('?state=coming')).toEqual(['Coming'])
    expect(await namesOf('?state=in_force')).toEqual(['Ending'])
    expect(await namesOf('?state=over')).toEqual(['Lifted'])
  })

  it('refuse the person, who is told nothing of the reason, until they are lifted', async () => {
    const { id } = await create({ reason: 'Canary reason' }, manager)
    const refused = await signIn()
    expect(refused).toMatchObject({ banned: true, checkOutToken: null })
    expect(JSON.stringify(refused)).not.toMatch(/canary|reason/i)
    const notices = await here.sql`
      select payload from outbox where client_id = ${clientId} and type = 'notice.banned'`
    expect(notices).toEqual([{ payload: { site: quay, method: gate } }])
    const lifted = await ask('POST', `/${id}/lift`, { reason: 'Apologised' }, as(second))
    expect(lifted.body).toMatchObject({ lifted: true, state: 'over', lifted_at: expect.any(String) })
    expect((await signIn()).banned).toBe(false)
    expect((await ask('POST', `/${id}/lift`, { reason: 'Again' })).body).toMatchObject({ code: 'ban_over' })
    expect((await ask('PATCH', `/${id}`, { reason: 'Again' })).body).toMatchObject({ code: 'ban_over' })
    const trail = await here.sql`
      select action, details ->> 'reason' as reason from audit_entries where target_id = ${id} order by id`
    expect(trail).toEqual([
      { action: 'ban.created', reason: null },
      { action: 'ban.lifted', reason: 'Apologised' },
    ])
  })

  it('that an admin set, or changed since, are for admins to change or lift', async () => {
    const lift = (id: string, by: Staff) => ask('POST', `/${id}/lift`, { reason: 'Paid' }, as(by))
    const shorten = { until: '2090-01-01T00:00' }
    const ofAdmin = await create()
    const ofManager = await create({ first_name: 'Mo' }, manager)
    expect(ofManager).toMatchObject({ can_manage: true, needs_admin: false })
    expect((await ask('PATCH', `/${ofManager.id}`, { reason: 'Two chairs' }, as(second))).status).toBe(200)
    expect((await ask('PATCH', `/${ofManager.id}`, { reason: 'Three chairs' })).status).toBe(200)
    for (const { id } of [ofAdmin, ofManager]) {
      expect((await ask('GET', `/${id}`, undefined, as(manager))).body).toMatchObject({
        can_manage: false,
        needs_admin: true,
      })
      expect((await ask('GET', `/${id}`)).body).toMatchObject({ can_manage: true, needs_admin: false })
      expect((await ask('PATCH', `/${id}`, shorten, as(manager))).status).toBe(403)
      expect((await lift(id, manager)).status).toBe(403)
      expect((await ask('PATCH', `/${id}`, shorten)).status).toBe(200)
      expect((await lift(id, admin)).status).toBe(200)
    }
  })

  it('of an archived site are for admins alone to change or lift', async () => {
    const ban = await create({}, manager)
    const archived = await call(
      here.test,
      'POST',
      '/sites/bulk',
      { action: 'archive', ids: [quay] },
      { token: admin.token },
    )
    expect(archived.body).toMatchObject({ done: 1 })
    const shorten = { until: '2090-01-01T00:00' }
    const lift = { reason: 'Paid' }
    expect((await ask('PATCH', `/${ban.id}`, shorten, as(manager))).status).toBe(403)
    expect((await ask('POST', `/${ban.id}/lift`, lift, as(manager))).status).toBe(403)
    expect((await ask('PATCH', `/${ban.id}`, shorten)).status).toBe(200)
    expect((await ask('POST', `/${ban.id}/lift`, lift)).status).toBe(200)
  })

  it('are edited by one at a time, with what was before', async () => {
    const ban = await create({}, manager)
    const headers = { 'if-match': `"${ban.last_modified}"` }
    const edited = await ask('PATCH', `/${ban.id}`, { reason: 'Two chairs' }, { ...as(manager), headers })
    expect(edited.body).toMatchObject({ reason: 'Two chairs', site_id: quay })
    const late = await ask('PATCH', `/${ban.id}`, { site_id: null }, { ...as(manager), headers })
    expect(late.status).toBe(412)
    expect(late.body['current']).toEqual(edited.body)
    expect((await ask('PATCH', `/${ban.id}`, { site_id: null }, as(manager))).body).toMatchObject({
      code: 'site_required',
    })
    expect((await ask('PATCH', `/${ban.id}`, { site_id: null })).body).toMatchObject({ site_id: null })
    const [first] = await here.sql`
      select details from audit_entries where target_id = ${ban.id} and action = 'ban.updated' order by id`
    expect(first?.['details']).toEqual({
      before: { reason: 'Threw a chair' },
      after: { reason: 'Two chairs' },
    })
  })
})

describe('whom a ban would refuse', () => {
  const preview = async (fields: object, by = admin) => {
    const body = 'user_id' in fields ? { site_id: quay, ...fields } : { ...bo, site_id: quay, ...fields }
    const { status, body: found, text } = await ask('POST', '/preview', body, as(by))
    expect(status, text).toBe(200)
    return found as { people: { first_name: string; visits: number }[]; total: number; visits: number }
  }
  const fold = async () => {
    const { db } = here.test.database
    const { logDigests: digests } = here.test.keys
    await foldDeltas(db)
    await chainLog({ db, installation: installationScope(), digests, clock: () => here.test.clock.now })
  }

  it('is shown to those who may ban there', async () => {
    const { tokens } = here.world
    expect((await ask('POST', '/preview', { ...bo, site_id: quay }, { token: '' })).status).toBe(401)
    expect((await ask('POST', '/preview', { ...bo, site_id: quay }, as(staff))).status).toBe(403)
    expect((await ask('POST', '/preview', { ...bo, site_id: yard }, as(manager))).status).toBe(404)
    expect((await ask('POST', '/preview', { ...bo, site_id: null }, as(manager))).status).toBe(422)
    const foreign = await ask('POST', '/preview', { ...bo, site_id: quay }, { token: tokens['admin B'] })
    expect(foreign.status).toBe(404)
  })

  it('are all spellings of the last year there, and nobody else of the same mobile', async () => {
    const elsewhere = (await makeMethod(here.test.database.db, clientId, yard)).id
    await signIn()
    await signIn(gate, { firstName: 'Barred', lastName: 'Bo' })
    await signIn(gate, { firstName: 'B0' })
    await signIn(gate, { firstName: 'Ida', lastName: 'Barred' })
    await signIn(elsewhere)
    await fold()
    expect(await preview({})).toMatchObject({ total: 3, visits: 3, on_site: 3, bans: 0, is_cut: false })
    expect(await preview({ site_id: null })).toMatchObject({ total: 3, visits: 4, on_site: 4 })
    expect((await preview({ first_name: 'Nobody' })).people).toEqual([])
    await create()
    expect(await preview({})).toMatchObject({ bans: 1 })
    later(366 * 24)
    admin = await session({ admin: true })
    expect(await preview({ site_id: null })).toMatchObject({ total: 0, visits: 0 })
  })
})

async function askException(banId: string, by = manager): Promise<{ id: string }> {
  const body = { site_id: quay, hours: 2, reason: 'Repairs the lift' }
  const asked = await ask('POST', `/${banId}/exceptions`, body, as(by))
  expect(asked.status, asked.text).toBe(201)
  const [exception] = (asked.body as unknown as Ban).exceptions
  return exception ?? { id: '' }
}

describe('an exception from a ban', () => {
  const decide = (banId: string, id: string, granted: boolean, by: Staff) =>
    ask('PATCH', `/${banId}/exceptions/${id}`, { granted }, as(by))

  it.each([
    [{ hours: 0 }, 400],
    [{ hours: 25 }, 400],
    [{ hours: 1.5 }, 400],
    [{ reason: '' }, 400],
    [{ site_id: newId() }, 404],
  ])('with %o is refused', async (fields, status) => {
    const { id } = await create()
    const body = { site_id: quay, hours: 2, reason: 'Repairs', ...fields }
    expect((await ask('POST', `/${id}/exceptions`, body, as(manager))).status).toBe(status)
    expect(await here.sql`select from ban_exceptions where ban_id = ${id}`).toEqual([])
  })

  it('is asked for once, at a site where the ban holds and one manages', async () => {
    const { id } = await create({ site_id: null })
    await askException(id)
    const body = { site_id: quay, hours: 2, reason: 'Repairs' }
    expect((await ask('POST', `/${id}/exceptions`, body, as(second))).body).toMatchObject({
      code: 'conflict',
    })
    const other = { ...body, site_id: yard }
    expect((await ask('POST', `/${id}/exceptions`, other, as(manager))).status).toBe(404)
    const ofYard = await create({ site_id: yard })
    expect((await ask('POST', `/${ofYard.id}/exceptions`, body)).status).toBe(404)
    const notices = await here.sql`
      select payload from outbox where client_id = ${clientId} and type = 'notice.ban_exception'`
    expect(notices).toEqual([{ payload: { site: quay } }])
  })

  it('is granted to nobody by themselves, and nobody lifts or shortens their own ban', async () => {
    const { id } = await create(
      {
        user_id: manager.userId,
        first_name: undefined,
        last_name: undefined,
        mobile: undefined,
      },
      second,
    )
    const asked = await askException(id, second)
    const own = await ask('GET', `/${id}`, undefined, as(manager))
    expect(own.body).toMatchObject({ can_manage: false, exceptions: [{ can_decide: false }] })
    const granted = await ask('PATCH', `/${id}/exceptions/${asked.id}`, { granted: true }, as(manager))
    expect(granted.body).toMatchObject({ code: 'second_person_required' })
    expect((await ask('POST', `/${id}/lift`, { reason: 'Over' }, as(manager))).status).toBe(403)
    const shorter = { until: null, reason: 'Nothing', site_id: yard }
    expect((await ask('PATCH', `/${id}`, shorter, as(manager))).status).toBe(403)
    expect((await ask('POST', `/${id}/lift`, { reason: 'Over' }, as(second))).status).toBe(200)
  })

  it('lets nobody in before a second person grants it, and then for its hours at its site', async () => {
    const ban = await create({ site_id: null })
    const { id } = await askException(ban.id)
    const elsewhere = (await makeMethod(here.test.database.db, clientId, yard)).id
    expect((await signIn()).banned).toBe(true)
    expect((await decide(ban.id, id, true, manager)).body).toMatchObject({ code: 'second_person_required' })
    expect((await signIn()).banned).toBe(true)
    const granted = await decide(ban.id, id, true, second)
    expect(granted.body).toMatchObject({ exceptions: [{ state: 'granted', is_own: false }] })
    expect((await signIn()).banned).toBe(false)
    expect((await signIn(elsewhere)).banned).toBe(true)
    expect((await decide(ban.id, id, true, second)).body).toMatchObject({ code: 'wrong_status' })
    later(2)
    expect((await signIn()).banned).toBe(true)
    const actions = await here.sql`select action from audit_entries where target_id = ${ban.id} order by id`
    expect(actions.map(({ action }) => action)).toEqual([
      'ban.created',
      'ban.exception_asked',
      'ban.exception_granted',
    ])
  })

  it('is refused, taken back by whoever asked, or ended before its time', async () => {
    const ban = await create()
    await decide(ban.id, (await askException(ban.id)).id, false, second)
    const taken = await askException(ban.id)
    expect((await decide(ban.id, taken.id, false, manager)).body).toMatchObject({
      exceptions: [{ state: 'refused', is_own: true }, { state: 'refused' }],
    })
    const { id } = await askException(ban.id)
    await decide(ban.id, id, true, admin)
    expect((await signIn()).banned).toBe(false)
    await decide(ban.id, id, false, manager)
    expect((await signIn()).banned).toBe(true)
    expect((await decide(ban.id, id, false, manager)).body).toMatchObject({ code: 'wrong_status' })
  })

  it('that nobody decides in a day is granted no more, and can be asked for anew', async () => {
    const ban = await create()
    const { id } = await askException(ban.id)
    later(23)
    const body = { site_id: quay, hours: 2, reason: 'Repairs' }
    const other = await session({}, 'Manager')
    expect((await ask('POST', `/${ban.id}/exceptions`, body, as(other))).body).toMatchObject({
      code: 'conflict',
    })
    later(1)
    admin = await session({ admin: true })
    expect((await ask('GET', `/${ban.id}`)).body).toMatchObject({ exceptions: [{ id, state: 'expired' }] })
    expect((await decide(ban.id, id, true, admin)).body).toMatchObject({ code: 'wrong_status' })
    expect((await signIn()).banned).toBe(true)
    const anew = await ask('POST', `/${ban.id}/exceptions`, body)
    expect(anew.body).toMatchObject({
      exceptions: [{ state: 'waiting' }, { id, state: 'expired', decided_by: null }],
    })
  })

  it('tells whoever asked what became of it, without a name of the banned', async () => {
    const ban = await create({ site_id: null })
    const bell = async () => {
      const { text } = await call(here.test, 'GET', '/me/notifications', undefined, as(manager))
      expect(text).not.toContain('Barred')
      const parsed: unknown = JSON.parse(text)
      return Array.isArray(parsed) ? parsed : []
    }
    await decide(ban.id, (await askException(ban.id)).id, false, manager)
    expect(await bell()).toEqual([])
    await decide(ban.id, (await askException(ban.id)).id, false, second)
    const { id } = await askException(ban.id)
    await decide(ban.id, id, true, second)
    await decide(ban.id, id, false, admin)
    const link = '/settings/bans?state=in_force'
    expect(await bell()).toMatchObject([
      { icon: 'ban_exception_ended', level: 'warning', link },
      { icon: 'ban_exception_granted', level: 'info', message: expect.stringContaining('until'), link },
      { icon: 'ban_exception_refused', level: 'warning', link },
    ])
  })

  it('cannot be granted by whoever asked, even by a statement past the program', async () => {
    const ban = await create()
    const { id } = await askException(ban.id)
    await expect(
      here.sql`update ban_exceptions set is_granted = true, decided_by = asked_by, decided_at = now(),
        until_at = now() + interval '1 hour' where id = ${id}`,
    ).rejects.toThrow('ban_exceptions_second_person_check')
  })

  it('of a ban that has ended is not granted', async () => {
    const ban = await create()
    const { id } = await askException(ban.id)
    await ask('POST', `/${ban.id}/lift`, { reason: 'Over' })
    expect((await decide(ban.id, id, true, second)).body).toMatchObject({ code: 'ban_over' })
  })
})
