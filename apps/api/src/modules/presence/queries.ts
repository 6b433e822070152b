import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { PresenceState } from '@gatehouse/validation/vocabulary'
import { and, type asc, count, type desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Context, ReadingActor } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { byName } from '../../db/name-order.ts'
import { clients } from '../../db/schema/clients.ts'
import type { FoldedText } from '../../db/schema/columns.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { visitHosts, type PersonKind, presence, visits } from '../../db/schema/visits.ts'
import { foldNow } from '../../db/search.ts'
import { selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction } from '../../db/tenancy.ts'
import { startOfDay } from '../../lib/zoned-time.ts'
import { hasRole } from '../access-log/entries.ts'
import { findWaitingKiosks } from '../kiosk/kiosk-reports.ts'
import { canReadMobiles } from '../people/mobile-visibility.ts'
import { hostAccount, hostName, isHostAccount, isVisitOf } from '../people/user-names.ts'
import { findOverdueBefore } from '../sites/overdue.ts'
import { isAccessibleSite, isCheckOutSite } from '../sites/policy.ts'
import { findReportZone, isSiteOf, resolveSite, type VisibleSite, type WithSite } from '../sites/queries.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'

type PresenceQuery = InputOf<'listPresent'>['query']

/** The columns of the list, from presence or from a visit that a rule has closed. */
const personFields = (table: typeof presence | typeof visits) => ({
  clientId: table.clientId,
  siteId: table.siteId,
  kind: table.kind,
  userId: table.userId,
  firstName: table.firstName,
  lastName: table.lastName,
  mobile: table.mobile,
  roleName: table.roleName,
  dependents: table.dependents,
  signedInAt: table.signedInAt,
  signedInOffline: table.signedInOffline,
})

/**
 * A page of the people on the sites that the person may see, with the total of visits and people,
 * and of the sign-ins that were refused since local midnight.
 * @throws AppError `not_found` for a site that the person may not see
 */
export function listPresent({ db, actor, now }: Context<ReadingActor>, query: PresenceQuery) {
  return withListScope(db, actor.scope, async (tx) => {
    const resolved = await resolveSite(tx, actor, 'see', query)
    const { site } = resolved
    const source = await sourceOf(tx, actor, now, resolved)
    const [timeZone, page, assumedLeft, refused, waiting] = await Promise.all([
      findReportZone(tx, actor, site),
      selectPage(resolved, { ...source, ...pageOf(tx, actor, source) }),
      countAssumedLeft(tx, actor, now, site),
      countRefusedToday(tx, actor, now, site),
      findWaitingKiosks(
        tx,
        and(
          isAccessibleSite(actor, 'see'),
          site && hasValues(sites, { clientId: site.clientId, id: site.id }),
        ),
        now,
      ),
    ])
    return { ...page, assumedLeft, refused, waiting, timeZone }
  })
}

type PresentQuery = Pick<PresenceQuery, 'search' | 'site' | 'kind' | 'role' | 'state'>

/** The search and filter conditions on the people at the sites that a person may see. */
export async function presentConditions(
  tx: Transaction,
  actor: ReadingActor,
  now: Date,
  query: WithSite<PresentQuery>,
) {
  const isState = query.state && (await stateCondition(tx, actor, now, query, query.state))
  return {
    scope: isAccessibleSite(actor, 'see'),
    search: {
      texts: [presence.foldedName, presence.foldedRole] as const,
      phone: { column: presence.mobile, readable: canReadMobiles(actor, { isOnSite: true }) },
    },
    filters: { ...filtersOf(presence), state: () => isState },
  }
}

const filtersOf = (table: typeof presence | typeof visits) => ({
  site: ({ id }: VisibleSite) => eq(table.siteId, id),
  kind: (kind: PersonKind) => eq(table.kind, kind),
  role: (id: string) => hasRole(table.roleId, id),
})

/** How long the list shows a visit that a rule has closed, so that staff can add the departure. */
const ASSUMED_DAYS = 7

const isAssumedLeft = (actor: ReadingActor, now: Date) =>
  and(
    isAccessibleSite(actor, 'see'),
    eq(visits.endedAs, 'assumed_left'),
    gte(visits.assumedLeftAt, new Date(now.getTime() - ASSUMED_DAYS * DAY_MS)),
  )

const onSite = {
  table: presence,
  visitId: presence.visitId,
  names: presence,
  role: presence.foldedRole,
  assumedLeftAt: sql<Date | null>`null::timestamptz`,
  isOnSite: true,
}

/** Visits that a rule has closed. They are few, so their names are folded on read. */
const closedByRule = {
  table: visits,
  visitId: visits.id,
  names: {
    foldedName: sql<FoldedText>`gatehouse_fold(${visits.lastName} || E'\\t' || ${visits.firstName})`,
    lastName: visits.lastName,
    firstName: visits.firstName,
  },
  role: foldNow(visits.roleName),
  assumedLeftAt: sql<Date | null>`${visits.endedAt}`.mapWith(visits.endedAt),
  isOnSite: false,
}

/** The source of a list query, with its conditions. */
export async function sourceOf(
  tx: Transaction,
  actor: ReadingActor,
  now: Date,
  query: WithSite<PresentQuery>,
) {
  if (query.state !== 'assumed_left')
    return { ...onSite, ...(await presentConditions(tx, actor, now, query)) }
  return {
    ...closedByRule,
    scope: isAssumedLeft(actor, now),
    search: {
      texts: [closedByRule.names.foldedName, closedByRule.role] as const,
      phone: { column: visits.mobile, readable: canReadMobiles(actor, { isOnSite: false }) },
    },
    filters: { ...filtersOf(visits), state: () => undefined },
  }
}

type Source = typeof onSite | typeof closedByRule

const isMethodOf = (table: typeof presence | typeof visits) =>
  hasValues(signInMethods, { clientId: table.clientId, id: table.methodId })

/** The rows of a source with the columns of the list. */
export function selectRows(
  tx: Transaction,
  actor: ReadingActor,
  { table, visitId, assumedLeftAt, isOnSite }: Source,
) {
  return tx
    .select({
      presence: { ...personFields(table), visitId, assumedLeftAt },
      canReadMobile: canReadMobiles(actor, { isOnSite }),
      // Never null.
      canManage: sql<boolean>`(${isAccessibleSite(actor, 'manage')})`,
      canCheckOut: isCheckOutSite(actor),
      clientName: clients.name,
      siteName: sites.name,
      timeZone: sites.timeZone,
      region: sites.region,
      openingHours: sites.openingHours,
      overdueAfterHours: sites.overdueAfterHours,
      methodName: signInMethods.name,
      host: hostName,
    })
    .from(table)
    .innerJoin(sites, isSiteOf(table))
    .innerJoin(clients, eq(clients.id, table.clientId))
    .leftJoin(signInMethods, isMethodOf(table))
    .leftJoin(visitHosts, isVisitOf({ clientId: table.clientId, visitId }))
    .leftJoin(hostAccount, isHostAccount)
}

const pageOf = (tx: Transaction, actor: ReadingActor, source: Source) => ({
  sort: {
    signed_in_at: source.table.signedInAt,
    name: (direction: typeof asc | typeof desc) => byName(source.names, direction),
    site: sites.foldedName,
    role: source.role,
  },
  lastSort: source.visitId,
  rows: (where: SQL | undefined) => selectRows(tx, actor, source).where(where).$dynamic(),
  count: (where: SQL | undefined) =>
    tx
      .select({ total: count(), people: peopleOf(source.table) })
      .from(source.table)
      .innerJoin(sites, isSiteOf(source.table))
      .where(where),
})

const peopleOf = ({ dependents }: typeof presence | typeof visits) =>
  sql`coalesce(sum(1 + ${dependents}), 0)`.mapWith(Number)

/** How many visits a rule has closed, at one site or all that the person may see. */
async function countAssumedLeft(
  tx: Transaction,
  actor: ReadingActor,
  now: Date,
  site: VisibleSite | undefined,
): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(visits)
    .innerJoin(sites, isSiteOf(visits))
    .where(
      and(isAssumedLeft(actor, now), site && hasValues(visits, { clientId: site.clientId, siteId: site.id })),
    )
  return row?.total ?? 0
}

/** The condition of overdue people, or of all others. For one site it uses the index by time. */
async function stateCondition(
  tx: Transaction,
  actor: ReadingActor,
  now: Date,
  { site }: Pick<WithSite<PresenceQuery>, 'site'>,
  state: PresenceState,
): Promise<SQL> {
  // A person who is assumed to have left is not on site.
  if (state === 'assumed_left') return sql`false`
  const before = await findOverdueBefore(tx, site, isAccessibleSite(actor, 'see'), now)
  return state === 'overdue' ? lt(presence.signedInAt, before) : gte(presence.signedInAt, before)
}

/** A day has 26 hours where the clocks go back by two, as at Troll in Antarctica. */
const LONGEST_DAY_MS = 26 * HOUR_MS

/** Refused sign-ins since local midnight, at one site or all that the person may see. */
async function countRefusedToday(
  tx: Transaction,
  actor: ReadingActor,
  now: Date,
  site: VisibleSite | undefined,
): Promise<number> {
  const isChosen = and(
    isAccessibleSite(actor, 'see'),
    site && hasValues(sites, { clientId: site.clientId, id: site.id }),
    // The earliest midnight in any zone.
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
