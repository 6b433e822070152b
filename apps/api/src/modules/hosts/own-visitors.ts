import { OwnVisitor } from '@gatehouse/validation/endpoints/hosts'
import type { HostAnswer } from '@gatehouse/validation/vocabulary'
import { serverLimits } from '@gatehouse/validation/limits'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { hasValues } from '../../db/has-values.ts'
import { sites } from '../../db/schema/sites.ts'
import { visitHosts, visits } from '../../db/schema/visits.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { isSiteOf } from '../sites/queries.ts'

/** The visitors of the last hours who named the actor as their host, latest first. */
export async function listOwnVisitors({ db, actor, now }: Context<StaffActor>): Promise<OwnVisitor[]> {
  const { hours, most } = serverLimits.ownVisitors
  const since = new Date(now.getTime() - hours * HOUR_MS)
  const rows = await withReadScope(db, actor.ownScope, (tx) =>
    selectOwnVisitors(tx)
      // Both columns have the same time.
      .where(and(isOwn(actor), gt(visitHosts.signedInAt, since), gt(visits.signedInAt, since)))
      .orderBy(desc(visitHosts.signedInAt), desc(visitHosts.visitId))
      .limit(most),
  )
  return rows.map(toOwnVisitor)
}

/** Matches visits that name the user as their host. */
function isOwn({ clientId, userId }: Pick<StaffActor, 'clientId' | 'userId'>) {
  return hasValues(visitHosts, { clientId, userId })
}

function selectOwnVisitors(tx: Transaction) {
  return tx
    .select({
      id: visitHosts.visitId,
      name: sql<string>`trim(${visits.firstName} || ' ' || ${visits.lastName})`,
      roleName: visits.roleName,
      dependents: visits.dependents,
      siteName: sites.name,
      timeZone: sites.timeZone,
      signedInAt: visits.signedInAt,
      endedAs: visits.endedAs,
      answer: visitHosts.answer,
      answeredAt: visitHosts.answeredAt,
    })
    .from(visitHosts)
    .innerJoin(
      visits,
      hasValues(visits, {
        clientId: visitHosts.clientId,
        id: visitHosts.visitId,
        signedInAt: visitHosts.signedInAt,
      }),
    )
    .innerJoin(sites, isSiteOf(visitHosts))
    .$dynamic()
}

function toOwnVisitor(row: Awaited<ReturnType<typeof selectOwnVisitors>>[number]): OwnVisitor {
  return toFields(OwnVisitor, { ...row, role: row.roleName || null, hasLeft: row.endedAs !== null })
}

/**
 * Answers a visitor. A later answer replaces it.
 * @throws AppError `not_found` for a visit that does not name the person as its host
 */
export function answerVisitor(
  { db, actor, now }: Context<StaffActor>,
  visitId: string,
  answer: HostAnswer,
): Promise<OwnVisitor> {
  return withScope(db, actor.ownScope, async (tx) => {
    const isOwnVisit = and(isOwn(actor), eq(visitHosts.visitId, visitId))
    await tx.update(visitHosts).set({ answer, answeredAt: now }).where(isOwnVisit)
    const [row] = await selectOwnVisitors(tx).where(isOwnVisit)
    if (!row) throw new AppError('not_found')
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'visit.answered', 'visit', { clientId: actor.clientId, id: visitId }),
      details: { answer },
    })
    return toOwnVisitor(row)
  })
}
