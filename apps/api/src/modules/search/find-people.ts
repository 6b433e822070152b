import { serverLimits } from '@gatehouse/validation/limits'
import { and, asc, desc, eq, gt, gte, isNull, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { StaffActor } from '../../context.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import { foldManyNow, matchesSearch } from '../../db/search.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { startOfDay } from '../../lib/zoned-time.ts'
import { canReadMobiles, canReadMobilesOfHistory } from '../people/mobile-visibility.ts'
import { hasReadableRecords, isAccessibleSite } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'

const nameOf = ({ firstName, lastName }: typeof presence | typeof visits) =>
  sql<string>`trim(${firstName} || ' ' || ${lastName})`

/** People on site, by name or by a mobile that the actor may read in full. */
export function findPresent(tx: Transaction, actor: StaffActor, search: string) {
  return tx
    .select({
      id: presence.visitId,
      name: nameOf(presence),
      detail: sites.name,
      stay: { siteId: sites.id, at: presence.signedInAt, timeZone: sites.timeZone },
    })
    .from(presence)
    .innerJoin(sites, isSiteOf(presence))
    .where(
      and(
        isAccessibleSite(actor, 'see'),
        matchesSearch(search, {
          texts: [presence.foldedName],
          phone: { column: presence.mobile, readable: canReadMobiles(actor, { isOnSite: true }) },
        }),
      ),
    )
    .orderBy(asc(presence.foldedName), asc(presence.visitId))
    .limit(serverLimits.foundOfKind)
}

/**
 * Visitors who left today, by the clock of their site, and have not come back; latest first. The
 * log shows them, so a site admin has to work inside a client.
 */
export async function findLeft(tx: Transaction, actor: StaffActor, search: string, now: Date) {
  if (actor.scope.kind === 'installation') return []
  const { clientId } = actor.scope
  const readable = and(eq(sites.clientId, clientId), hasReadableRecords(actor, 'see'))
  const zones = await tx.selectDistinct({ zone: sites.timeZone }).from(sites).where(readable)
  if (zones.length === 0) return []
  const later = alias(visits, 'later')
  return tx
    .select({
      id: visits.id,
      name: nameOf(visits),
      detail: sites.name,
      stay: {
        siteId: sites.id,
        at: sql<Date>`${visits.signedOutAt}`.mapWith(visits.signedOutAt),
        timeZone: sites.timeZone,
      },
    })
    .from(visits)
    .innerJoin(sites, isSiteOf(visits))
    .where(
      and(
        readable,
        eq(visits.clientId, clientId),
        eq(visits.kind, 'visitor'),
        or(
          ...zones.map(({ zone }) =>
            and(eq(sites.timeZone, zone), gte(visits.signedOutAt, startOfDay(now, zone))),
          ),
        ),
        // One condition for all sites, for the index by departure.
        gte(visits.signedOutAt, earliest(zones.map(({ zone }) => startOfDay(now, zone)))),
        isNull(visits.anonymisedAt),
        matchesSearch(search, {
          texts: [foldManyNow(sql`${visits.lastName} || E'\\t' || ${visits.firstName}`)],
          phone: { column: visits.mobile, readable: canReadMobilesOfHistory(actor, sql`false`) },
        }),
        notExists(
          tx
            .select({ id: later.id })
            .from(later)
            .where(
              and(
                eq(later.clientId, visits.clientId),
                eq(later.personKey, visits.personKey),
                eq(later.siteId, visits.siteId),
                gt(later.signedInAt, visits.signedInAt),
              ),
            ),
        ),
      ),
    )
    .orderBy(desc(visits.signedOutAt), desc(visits.id))
    .limit(serverLimits.foundOfKind)
}

const earliest = (moments: readonly Date[]) =>
  new Date(Math.min(...moments.map((moment) => moment.getTime())))
