import { bulkEndpoint, listEndpoint } from '@gatehouse/validation/list-endpoint'
import { eq, inArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { inWorld } from '../../test/in-world.ts'
import { makeMethod, makeSite } from '../../test/factories.ts'
import { newId } from '../lib/ids.ts'
import { applyBulk } from './apply-bulk.ts'
import { presence } from './schema/visits.ts'
import { sites } from './schema/sites.ts'
import { clientScope, installationScope, type Scope } from './scopes.ts'
import { withScope } from './tenancy.ts'

const list = listEndpoint({
  path: '/test',
  summary: 'Sites.',
  access: 'admin',
  item: v.object({ id: v.string() }),
  sort: ['name'],
  defaultSort: 'name',
  filters: { offline: v.optional(v.picklist(['yes', 'no'])) },
})
const bulk = bulkEndpoint(list, {
  summary: 'Archives sites.',
  actions: ['archive'],
  fields: { reason: v.string() },
})

const here = inWorld()
const { signIn } = here
let word: string
let empty: string
let busy: string
beforeEach(async () => {
  const { db } = here.test.database
  const { clientId } = here.world.a
  word = newId().slice(-12)
  empty = (await makeSite(db, clientId, { name: `Empty ${word}`, offlineUsers: true })).id
  busy = (await makeSite(db, clientId, { name: `Busy ${word}` })).id
  await signIn((await makeMethod(db, clientId, busy)).id)
})

/** Archives sites of client A. A site with people on it is left unchanged. */
const archive = (target: object, scope: Scope = clientScope(here.world.a.clientId)) =>
  withScope(here.test.database.db, scope, (tx) => {
    const { reason, ...chosen } = v.parse(bulk.body, { action: 'archive', reason: 'closed', ...target })
    return applyBulk(tx, chosen, {
      table: sites,
      scope: eq(sites.clientId, here.world.a.clientId),
      search: { texts: [sites.foldedName] },
      filters: { offline: (offline) => eq(sites.offlineUsers, offline === 'yes') },
      rows: (where) =>
        tx
          .select({
            clientId: sites.clientId,
            id: sites.id,
            status: sites.status,
            isBusy: sql<boolean>`exists (select from ${presence} where ${presence.siteId} = ${sites.id})`,
          })
          .from(sites)
          .where(where)
          .$dynamic(),
      isAsWanted: ({ status }) => status === 'archived',
      findBlock: ({ isBusy }) => (isBusy ? 'conflict' : undefined),
      change: (rows) =>
        tx
          .update(sites)
          .set({ status: 'archived' })
          .where(
            inArray(
              sites.id,
              rows.map(({ id }) => id),
            ),
          ),
      audit: {
        actor: { kind: 'staff', id: here.world.a.userId },
        action: 'site.archived',
        targetKind: 'site',
        at: here.test.clock.now,
        details: () => ({ reason }),
      },
    })
  })

const statusOf = async (id: string) =>
  (await here.sql<{ status: string }[]>`select status from sites where id = ${id}`)[0]?.status
const auditOf = (id: string) =>
  here.sql`select client_id, actor_id, action, details from audit_entries where target_kind = 'site' and target_id = ${id}`
const notFound = (id: string) => ({
  id,
  code: 'not_found',
  message: 'This doesn’t exist, or you don’t have access.',
})

describe('a bulk action', () => {
  it.each([
    {},
    { ids: 'all' },
    { ids: ['no id'] },
    { ids: Array.from({ length: 2001 }, () => newId()) },
    { matching: { page: '2' } },
    { matching: { offline: 'perhaps' } },
    { ids: [], matching: {} },
    { action: 'delete', ids: [] },
  ])('with the body %j is refused', (body) => {
    expect(v.safeParse(bulk.body, { action: 'archive', reason: 'closed', ...body }).success).toBe(false)
  })
  it('never changes a row of another client by its id', async () => {
    const foreign = here.world.b.siteId
    for (const scope of [clientScope(here.world.a.clientId), installationScope()])
      expect(await archive({ ids: [foreign] }, scope)).toEqual({ done: 0, blocked: [notFound(foreign)] })
    expect(await statusOf(foreign)).toBe('active')
    expect(await auditOf(foreign)).toEqual([])
  })
  it('by ids changes each row once, and says why it left others', async () => {
    const absent = newId()
    expect(await archive({ ids: [empty, busy, absent, empty] })).toMatchObject({
      done: 1,
      blocked: [{ id: busy, code: 'conflict', message: 'This is already in use.' }, notFound(absent)],
    })
    expect([await statusOf(empty), await statusOf(busy)]).toEqual(['archived', 'active'])
    const { clientId, userId } = here.world.a
    expect(await auditOf(empty)).toEqual([
      { client_id: clientId, actor_id: userId, action: 'site.archived', details: { reason: 'closed' } },
    ])
    expect(await auditOf(busy)).toEqual([])
  })
  it('leaves a row as it is that is as wanted, records nothing, and does not count it', async () => {
    await archive({ ids: [empty] })
    expect(await archive({ ids: [empty] })).toEqual({ done: 0, blocked: [], unchanged: [empty] })
    expect(await archive({ matching: { search: `EMPTY ${word}` } })).toEqual({
      done: 0,
      blocked: [],
      unchanged: [empty],
    })
    expect(await auditOf(empty)).toHaveLength(1)
  })
  it('by filters and search changes exactly the rows that the list shows for them', async () => {
    expect(await archive({ matching: { search: word, offline: 'no' } })).toMatchObject({
      done: 0,
      blocked: [{ id: busy, code: 'conflict' }],
    })
    expect(await statusOf(empty)).toBe('active')
    expect(await archive({ matching: { search: `EMPTY ${word}` } })).toMatchObject({
      done: 1,
      blocked: [],
      changed: [empty],
    })
    expect([await statusOf(empty), await statusOf(here.world.a.siteId)]).toEqual(['archived', 'active'])
  })
  it('is undone as a whole where one part of it fails', async () => {
    await here.sql.unsafe(`
      create function refuse_audit() returns trigger language plpgsql as 'begin raise exception ''full''; end';
      create trigger refuse_audit before insert on audit_entries for each row execute function refuse_audit()`)
    await expect(archive({ ids: [empty] })).rejects.toThrow()
    await here.sql.unsafe('drop trigger refuse_audit on audit_entries; drop function refuse_audit')
    expect(await statusOf(empty)).toBe('active')
  })
  it('by filters reaches more rows than one batch holds', async () => {
    const { clientId } = here.world.a
    await here.sql`insert into sites (client_id, id, name)
      select ${clientId}, gen_random_uuid(), ${`Many ${word} `} || n from generate_series(1, 1234) n`
    const { changed, ...result } = await archive({ matching: { search: `many ${word}` } })
    expect(result).toMatchObject({ done: 1234, blocked: [] })
    const archived = await here.sql`select id from sites where name like ${`Many ${word}%`} order by id`
    expect(changed).toEqual(archived.map(({ id }) => id))
    const [left] = await here.sql`select count(*)::int as n from sites
      where name like ${`Many ${word}%`} and status = 'active'`
    const [audited] = await here.sql`select count(distinct a.target_id)::int as n from audit_entries a
      join sites s on s.id = a.target_id where s.name like ${`Many ${word}%`}`
    expect([left, audited]).toEqual([{ n: 0 }, { n: 1234 }])
  })
  it.each([
    [2000, true],
    [2001, false],
  ])('by filters that changes %i rows answers their ids: %s', async (total, isAnswered) => {
    const { clientId } = here.world.a
    await here.sql`insert into sites (client_id, id, name)
      select ${clientId}, gen_random_uuid(), ${`Crowd ${word} `} || n from generate_series(1, ${total}) n`
    const { done, changed } = await archive({ matching: { search: `crowd ${word}` } })
    expect([done, changed?.length]).toEqual([total, isAnswered ? total : undefined])
  })
})
