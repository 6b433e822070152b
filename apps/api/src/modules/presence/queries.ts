import type { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import type { EndpointInput } from '@gatehouse/validation/endpoint'
import { and, asc, count, desc, eq, gte, inArray, lt, or, sql, type SQL, sum } from 'drizzle-orm'
import type { Context, Staff } from '../../context.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { presence } from '../../db/schema/visits.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { startOfDay } from '../../lib/zoned-time.ts'
import { mobileVisibility } from '../people/mobile-visibility.ts'
import { byName } from '../../db/name-order.ts'
import { presenceColumns } from '../people/presence-columns.ts'
import { matchesSearch } from '../people/search.ts'
import { sitesToSee } from '../sites/policy.ts'
import { findReportZone, findSites, getSiteOrThrow, type VisibleSite } from '../sites/queries.ts'

type PresenceQuery = EndpointInput<typeof listPresentEndpoint>['query']

/** A page of who is on the sites, how many visits and people in all, and how many were refused since local midnight. */
export async function listPresent({ db, actor, now }: Context<Staff>, query: PresenceQuery) {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const visible = sitesToSee(actor)
      const site = query.site ? await getSiteOrThrow(tx, actor, visible, query.site) : undefined
      const timeZone = await findReportZone(tx, actor, site)
      const all = await findSites(tx, actor, visible)
      const chosen = query.site ? all.filter(({ id }) => id === query.site) : all
      if (chosen.length === 0) return { items: [], total: 0, people: 0, refused: 0, sites: all, timeZone }
      const where = matching(actor, chosen, query, now)
      const [items, [totals], refused] = await Promise.all([
        selectPage(tx, where, query),
        tx
          .select({ total: count(), people: sum(sql`1 + ${presence.dependents}`).mapWith(Number) })
          .from(presence)
          .innerJoin(sites, isSiteOfPresence)
          .where(where),
        countRefusedToday(tx, chosen, now),
      ])
      return {
        items,
        total: totals?.total ?? 0,
        people: totals?.people ?? 0,
        refused,
        sites: all,
        timeZone,
      }
    },
    { readOnly: true },
  )
}

const isSiteOfPresence = and(eq(sites.clientId, presence.clientId), eq(sites.id, presence.siteId))

/** When a stay at the site becomes overdue, before which a sign-in must lie. */
const overdueSince = (now: Date) =>
  sql`${now.toISOString()}::timestamptz - make_interval(hours => ${sites.overdueAfterHours})`

function matching(
  actor: Staff,
  chosen: VisibleSite[],
  { search, kind, state }: PresenceQuery,
  now: Date,
): SQL | undefined {
  return and(
    inArray(presence.clientId, [...new Set(chosen.map(({ clientId }) => clientId))]),
    inArray(
      presence.siteId,
      chosen.map(({ id }) => id),
    ),
    kind && eq(presence.kind, kind),
    state === 'overdue' ? lt(presence.signedInAt, overdueSince(now)) : undefined,
    state === 'on_site' ? gte(presence.signedInAt, overdueSince(now)) : undefined,
    matchesSearch(search, {
      texts: [presence.foldedName, presence.foldedRole],
      mobile: {
        column: presence.mobile,
        siteId: presence.siteId,
        readable: mobileVisibility(actor).searchable({ isOnSite: true }),
      },
    }),
  )
}

function selectPage(
  tx: Transaction,
  where: SQL | undefined,
  { sort, page, per_page: perPage }: PresenceQuery,
) {
  const direction = sort.direction === 'desc' ? desc : asc
  return tx
    .select({
      presence: presenceColumns,
      siteName: sites.name,
      timeZone: sites.timeZone,
      overdueAfterHours: sites.overdueAfterHours,
      methodName: signInMethods.name,
    })
    .from(presence)
    .innerJoin(sites, isSiteOfPresence)
    .leftJoin(
      signInMethods,
      and(eq(signInMethods.clientId, presence.clientId), eq(signInMethods.id, presence.methodId)),
    )
    .where(where)
    .orderBy(...sortColumns[sort.field](direction), asc(presence.visitId))
    .limit(perPage)
    .offset((page - 1) * perPage)
}

type Direction = typeof asc | typeof desc

const sortColumns = {
  signed_in_at: (direction: Direction) => [direction(presence.signedInAt)],
  name: (direction: Direction) => byName(presence, direction),
  site: (direction: Direction) => [direction(sites.foldedName)],
  role: (direction: Direction) => [direction(presence.foldedRole)],
}

async function countRefusedToday(tx: Transaction, chosen: VisibleSite[], now: Date): Promise<number> {
  const byZone = Map.groupBy(chosen, ({ timeZone }) => timeZone)
  const [row] = await tx
    .select({ refused: count() })
    .from(refusedAttempts)
    .where(
      and(
        inArray(refusedAttempts.clientId, [...new Set(chosen.map(({ clientId }) => clientId))]),
        or(
          ...[...byZone].map(([timeZone, group]) =>
            and(
              inArray(
                refusedAttempts.siteId,
                group.map(({ id }) => id),
              ),
              gte(refusedAttempts.attemptedAt, startOfDay(now, timeZone)),
            ),
          ),
        ),
      ),
    )
  return row?.refused ?? 0
}
