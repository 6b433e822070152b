import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { listPresentEndpoint, PresentPerson } from '@gatehouse/validation/endpoints/presence'
import { and, count, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { byName } from '../../db/name-order.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence } from '../../db/schema/visits.ts'
import { listTransaction, selectSummedPage } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { startOfDay } from '../../lib/zoned-time.ts'
import { findWaitingKiosks } from '../kiosk/kiosk-reports.ts'
import { canReadMobiles } from '../people/mobile-visibility.ts'
import { findOverdueBefore } from '../sites/overdue-sites.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { findReportZone, isSiteOf, resolveSite, type VisibleSite, type WithSite } from '../sites/queries.ts'
import { HOUR_MS } from '../../lib/durations.ts'

type PresenceQuery = EndpointInput<typeof listPresentEndpoint>['query']

/** What lists and boards show of somebody on a site. */
export const presenceFields = {
  clientId: presence.clientId,
  siteId: presence.siteId,
  visitId: presence.visitId,
  kind: presence.kind,
  firstName: presence.firstName,
  lastName: presence.lastName,
  mobile: presence.mobile,
  roleName: presence.roleName,
  dependents: presence.dependents,
  signedInAt: presence.signedInAt,
  signedInOffline: presence.signedInOffline,
}

/**
 * A page of who is on the sites that the person may see, how many visits and people there are in all, and how many sign-ins were
 * refused since local midnight.
 * @throws AppError `not_found` for a site that the person may not see
 */
export function listPresent({ db, actor, now }: Context<StaffActor>, query: PresenceQuery) {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const resolved = await resolveSite(tx, actor, 'see', query)
      const { site } = resolved
      const [timeZone, page, refused, waiting] = await Promise.all([
        findReportZone(tx, actor, site),
        selectPresent(tx, actor, now, resolved),
        countRefusedToday(tx, actor, now, site),
        findWaitingKiosks(
          tx,
          and(
            isAccessibleSite(actor, 'see'),
            site && and(eq(sites.clientId, site.clientId), eq(sites.id, site.id)),
          ),
          now,
        ),
      ])
      return { ...page, refused, waiting, timeZone }
    },
    listTransaction,
  )
}

async function selectPresent(tx: Transaction, actor: StaffActor, now: Date, query: WithSite<PresenceQuery>) {
  const canReadMobile = canReadMobiles(actor, { isOnSite: true })
  const isState = query.state && (await stateCondition(tx, actor, now, query, query.state))
  return selectSummedPage(query, {
    scope: isAccessibleSite(actor, 'see'),
    search: {
      texts: [presence.foldedName, presence.foldedRole],
      phone: { column: presence.mobile, readable: canReadMobile },
    },
    filters: {
      site: ({ id }) => eq(presence.siteId, id),
      kind: (kind) => eq(presence.kind, kind),
      state: () => isState,
    },
    sort: {
      signed_in_at: presence.signedInAt,
      name: (direction) => byName(presence, direction),
      site: sites.foldedName,
      role: presence.foldedRole,
    },
    lastSort: presence.visitId,
    rows: (where) =>
      tx
        .select({
          presence: presenceFields,
          canReadMobile,
          siteName: sites.name,
          timeZone: sites.timeZone,
          openingHours: sites.openingHours,
          overdueAfterHours: sites.overdueAfterHours,
          methodName: signInMethods.name,
        })
        .from(presence)
        .innerJoin(sites, isSiteOf(presence))
        .leftJoin(
          signInMethods,
          and(eq(signInMethods.clientId, presence.clientId), eq(signInMethods.id, presence.methodId)),
        )
        .where(where)
        .$dynamic(),
    totals: (where) =>
      tx
        .select({
          total: count(),
          people: sql`coalesce(sum(1 + ${presence.dependents}), 0)`.mapWith(Number),
        })
        .from(presence)
        .innerJoin(sites, isSiteOf(presence))
        .where(where),
  })
}

/** Those who are overdue, or those who are not. Of one site its index by time has them. */
async function stateCondition(
  tx: Transaction,
  actor: StaffActor,
  now: Date,
  { site }: WithSite<PresenceQuery>,
  state: PresentPerson['state'],
): Promise<SQL> {
  const before = await findOverdueBefore(tx, site, isAccessibleSite(actor, 'see'), now)
  return state === 'overdue' ? lt(presence.signedInAt, before) : gte(presence.signedInAt, before)
}

/** A day has 26 hours where the clocks go back by two, as at Troll in Antarctica. */
const LONGEST_DAY_MS = 26 * HOUR_MS

/** Refused sign-ins since midnight at the one site, or at all that the person may see. Each site has its midnight by its own zone. */
async function countRefusedToday(
  tx: Transaction,
  actor: StaffActor,
  now: Date,
  site: VisibleSite | undefined,
): Promise<number> {
  const isChosen = and(
    isAccessibleSite(actor, 'see'),
    site && and(eq(sites.clientId, site.clientId), eq(sites.id, site.id)),
    // No midnight is earlier. The condition names the partitions to read.
    gte(refusedAttempts.attemptedAt, new Date(now.getTime() - LONGEST_DAY_MS)),
  )
  const zones = await tx
    .selectDistinct({ zone: sites.timeZone })
    .from(refusedAttempts)
    .innerJoin(sites, isSiteOf(refusedAttempts))
    .where(isChosen)
  if (zones.length === 0) return 0
  const isToday = zones.map(({ zone }) =>
    and(eq(sites.timeZone, zone), gte(refusedAttempts.attemptedAt, startOfDay(now, zone))),
  )
  const [row] = await tx
    .select({ refused: count() })
    .from(refusedAttempts)
    .innerJoin(sites, isSiteOf(refusedAttempts))
    .where(and(isChosen, or(...isToday)))
  return row?.refused ?? 0
}
