import type { InputOf } from '@gatehouse/validation/endpoints/all'
import { limits } from '@gatehouse/validation/limits'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { and, isNull, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { applyBulk, type Block } from '../../db/apply-bulk.ts'
import { nextModified } from '../../db/edit-row.ts'
import { hasIdOf, json } from '../../db/sql-values.ts'
import { musters } from '../../db/schema/musters.ts'
import { spellingKey } from '../../db/schema/columns.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { siteConditions } from './site-list.ts'

type SiteAction = InputOf<'changeSites'>['body']

/**
 * Archives or restores sites that the person manages. A site with people on it or a running muster
 * is not archived, because that would close its board. A site is not restored if another active
 * site now has its name.
 */
export function changeSites(
  { db, actor, now }: Context<StaffActor>,
  { action, ...target }: SiteAction,
): Promise<BulkResult> {
  const status = action === 'archive' ? 'archived' : 'active'
  return withScope(db, actor.scope, (tx) =>
    applyBulk(tx, target, {
      ...siteConditions(actor, 'manage'),
      table: sites,
      rows: (where) =>
        tx
          .select({ clientId: sites.clientId, id: sites.id, status: sites.status })
          .from(sites)
          .where(where)
          .$dynamic(),
      findBlock: () => undefined,
      isAsWanted: (row) => row.status === status,
      findBlocks: (rows) => (action === 'archive' ? findInUse(tx, rows) : findTakenNames(tx, rows)),
      change: (rows) =>
        tx
          .update(sites)
          .set({
            status,
            lastModified: nextModified(sites.lastModified, now),
          })
          .where(hasIdOf(sites.id, rows)),
      audit: {
        actor: { kind: 'staff', id: actor.userId },
        action: action === 'archive' ? 'site.archived' : 'site.restored',
        targetKind: 'site',
        at: now,
        details: (row) => ({ before: { status: row.status }, after: { status } }),
      },
    }),
  )
}

async function findInUse(
  tx: Transaction,
  rows: readonly { clientId: string; id: string }[],
): Promise<ReadonlyMap<string, Block>> {
  const running = await tx
    .select({ siteId: musters.siteId })
    .from(musters)
    .where(and(isNull(musters.endedAt), hasIdOf(musters.siteId, rows)))
  const blocks = running.map(({ siteId }): [string, Block] => [siteId, { code: 'muster_running' }])
  return new Map([...blocks, ...(await findPeople(tx, rows))])
}

/** The people on these sites: the first few of each by name, and their number. */
async function findPeople(
  tx: Transaction,
  rows: readonly { clientId: string; id: string }[],
): Promise<ReadonlyMap<string, Block>> {
  const found = await tx.execute<{ siteId: string; names: string[]; total: number }>(sql`
    select asked.id as "siteId", there.names, there.total
    from jsonb_to_recordset(${json(rows)}) as asked ("clientId" uuid, id uuid)
    cross join lateral (
      select count(*)::int as total,
        to_json((array_agg(trim(first_name || ' ' || last_name) order by folded_name, person_key))[:${sql.raw(String(limits.site.namedPeople))}]) as names
      from presence p where p.client_id = asked."clientId" and p.site_id = asked.id) there
    where there.total > 0`)
  return new Map(
    found.map(({ siteId, names, total }) => [siteId, { code: 'people_on_site', people: { names, total } }]),
  )
}

/** The archived sites whose name an active site has, or one that comes before them in the list. */
async function findTakenNames(
  tx: Transaction,
  rows: readonly { clientId: string; id: string }[],
): Promise<ReadonlyMap<string, Block>> {
  const found = await tx.execute<{ id: string }>(sql`
    with asked as (
      select sites.client_id, sites.id, ${spellingKey(sites.name)} as key,
        row_number() over (partition by sites.client_id, ${spellingKey(sites.name)} order by sites.id) as place
      from jsonb_to_recordset(${json(rows)}) as given ("clientId" uuid, id uuid)
      join sites on sites.client_id = given."clientId" and sites.id = given.id
      where sites.status = 'archived'),
    active as materialized (
      select client_id, ${spellingKey(sites.name)} as key from sites
      where status = 'active' and client_id = any(array(select client_id from asked)))
    select asked.id from asked where key is not null and (place > 1 or exists (
      select from active where active.client_id = asked.client_id and active.key = asked.key))`)
  return new Map(found.map(({ id }) => [id, { code: 'name_taken' }]))
}
