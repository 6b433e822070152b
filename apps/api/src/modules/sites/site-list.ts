import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { Site } from '@gatehouse/validation/endpoints/sites'
import { limits } from '@gatehouse/validation/limits'
import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type ReadingActor, type StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { readPage, selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { averageUsers } from './day-counts.ts'
import { isDeviceOnline } from '../../db/online-devices.ts'
import { hasRightAtSite, type SiteRight } from './policy.ts'
import { getSiteOrThrow } from './queries.ts'

export const toSiteResponse = ({ site, ...row }: SiteRow): Site => toFields(Site, { ...site, ...row })

type SiteFilters = Pick<InputOf<'listSites'>['query'], 'search' | 'status'>

/** The search and filter conditions on the sites of a person. */
export const siteConditions = (actor: ReadingActor, right: SiteRight) => ({
  scope: hasRightAtSite(actor, right),
  search: { texts: [sites.foldedName, sites.foldedAddress] as const },
  filters: {
    status: (status: SiteFilters['status']) => (status === 'all' ? undefined : eq(sites.status, status)),
  },
})

/** A page of the sites that the person may see. */
export function listSites(
  { db, actor, now }: Context<ReadingActor>,
  query: InputOf<'listSites'>['query'],
): Promise<OutputOf<'listSites'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const { items, total } = await selectPage(query, {
      ...siteConditions(actor, 'see'),
      sort: {
        name: sites.foldedName,
        address: sites.foldedAddress,
        time_zone: sites.timeZone,
        installed_on: sites.installedOn,
        status: sites.status,
      },
      lastSort: sites.id,
      rows: (where) =>
        tx.select({ clientId: sites.clientId, id: sites.id }).from(sites).where(where).$dynamic(),
      count: (where) => tx.select({ total: count() }).from(sites).where(where),
    })
    const found = await readPage(
      items,
      sites,
      (where) => selectSites(tx, now).where(where),
      ({ site }) => site.id,
    )
    return { items: found.map(toSiteResponse), total }
  })
}

/**
 * A site with its figures, active or archived, that the person may see.
 * @throws AppError `not_found`
 */
export function getSite({ db, actor, now }: Context<ReadingActor>, id: string): Promise<SiteRow> {
  return withReadScope(db, actor.scope, (tx) =>
    readSite(tx, now, and(eq(sites.id, id), hasRightAtSite(actor, 'see'))),
  )
}

export type SiteRow = Awaited<ReturnType<typeof selectSites>>[number]

/** The one site that matches a condition, with its figures. @throws AppError `not_found` */
export async function readSite(tx: Transaction, now: Date, where: SQL | undefined): Promise<SiteRow> {
  const [site] = await selectSites(tx, now).where(where)
  if (!site) throw new AppError('not_found')
  return site
}

/**
 * Locks a site at which the person has the right, active or archived, until the transaction ends.
 * @throws AppError `not_found`
 */
export async function lockSite(
  tx: Transaction,
  actor: StaffActor,
  right: SiteRight,
  id: string,
): Promise<typeof sites.$inferSelect> {
  const [site] = await tx
    .select()
    .from(sites)
    .where(and(eq(sites.id, id), hasRightAtSite(actor, right)))
    .for('no key update')
  if (!site) throw new AppError('not_found')
  return site
}

/**
 * The client of a site that the person may see. Without a site, the client that they work in.
 * @throws AppError `not_found`, `client_not_chosen`
 */
export async function findClientOf(
  tx: Transaction,
  actor: StaffActor,
  siteId: string | undefined,
): Promise<string> {
  if (siteId === undefined) return getWorkingScope(actor).clientId
  return (await getSiteOrThrow(tx, actor, 'see', siteId, hasRightAtSite)).clientId
}

function selectSites(tx: Transaction, now: Date) {
  const lately = new Date(now.getTime() - limits.site.methodOnlineSeconds * 1000).toISOString()
  const ofSite = (alias: string) =>
    sql.raw(`${alias}.client_id = "sites"."client_id" and ${alias}.site_id = "sites"."id"`)
  return tx
    .select({
      site: sites,
      clientName: clients.name,
      onSite: sql<number>`(select count(*)::int from presence p where ${ofSite('p')})`,
      methodsTotal: sql<number>`(
        select count(*)::int from sign_in_methods m where ${ofSite('m')} and m.retired_at is null)`,
      methodsOnline: sql<number>`(
        select count(*)::int from sign_in_methods m
        left join devices on devices.client_id = m.client_id and devices.method_id = m.id
        where ${ofSite('m')} and m.retired_at is null and m.enabled
          and (m.type = 'qr' or exists (
            select 1 from kiosk_reports k
            where k.client_id = m.client_id and k.method_id = m.id and k.reported_at > ${lately}::timestamptz) or ${isDeviceOnline}))`,
      averageUsers: averageUsers(now),
    })
    .from(sites)
    .innerJoin(clients, eq(clients.id, sites.clientId))
}
