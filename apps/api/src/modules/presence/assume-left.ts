import { and, asc, eq, exists, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence } from '../../db/schema/visits.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { endVisits } from '../check-in/presence.ts'
import { overdueBefore } from '../sites/overdue.ts'
import { isSiteOf } from '../sites/queries.ts'
import type { Job } from '../../jobs/run-jobs.ts'

/** The most visits that are closed in one transaction. */
const VISITS = 200

/**
 * Closes visits that a site's rule assumes to have ended. They get no departure, because nobody
 * knows when these people left. A site that fails is retried at the next interval.
 */
export async function assumeLeft(
  db: Database,
  scope: InstallationScope,
  now: Date,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const rule of await withScope(db, scope, (tx) => findRules(tx, now))) {
    const before = overdueBefore(rule, new Date(now.getTime() - rule.hours * HOUR_MS))
    try {
      // One site at a time leaves the database to check-ins.
      while ((await withScope(db, scope, (tx) => closeVisits(tx, rule, before, now))) === VISITS);
    } catch (error) {
      onError(error)
    }
  }
}

type Rule = Awaited<ReturnType<typeof findRules>>[number]

/** The sites with a rule where a visit is longer than the rule's hours. */
function findRules(tx: Transaction, now: Date) {
  const earliest = sql`${now.toISOString()}::timestamptz - make_interval(hours => ${sites.assumedLeftAfterHours})`
  const someone = tx
    .select({ one: sql`1` })
    .from(presence)
    .where(and(isSiteOf(presence), lt(presence.signedInAt, earliest)))
  return tx
    .select({
      clientId: sites.clientId,
      siteId: sites.id,
      timeZone: sites.timeZone,
      openingHours: sites.openingHours,
      overdueAfterHours: sites.overdueAfterHours,
      hours: sql<number>`${sites.assumedLeftAfterHours}`,
    })
    .from(sites)
    .where(and(isNotNull(sites.assumedLeftAfterHours), eq(sites.status, 'active'), exists(someone)))
    .orderBy(asc(sites.id))
}

/** @returns how many visits were closed */
async function closeVisits(
  tx: Transaction,
  { clientId, siteId }: Rule,
  before: Date,
  now: Date,
): Promise<number> {
  const people = await tx
    .select({
      clientId: presence.clientId,
      siteId: presence.siteId,
      id: presence.visitId,
      signedInAt: presence.signedInAt,
      personKey: presence.personKey,
    })
    .from(presence)
    .where(and(hasValues(presence, { clientId, siteId }), lt(presence.signedInAt, before)))
    .orderBy(asc(presence.personKey))
    .limit(VISITS)
    .for('update', { skipLocked: true })
  const ending = { endedAs: 'assumed_left', endedAt: now, signedOutAt: null } as const
  await endVisits(
    tx,
    people.map((person) => ({ visit: { ...person, endedAs: null }, ending })),
  )
  return people.length
}

/** Closes the visits that the rules of their sites assume to have ended. */
export const assumeLeftJob: Job = {
  name: 'assume-left',
  everyMs: MINUTE_MS,
  failed: 'visits of a site could not be closed',
  run: ({ db, installation, clock, report }) => assumeLeft(db, installation, clock(), report),
}
