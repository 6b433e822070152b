import type { OwnVisitor } from '@gatehouse/validation/endpoints/hosts'
import type { HostAnswer } from '@gatehouse/validation/vocabulary'
import { and, eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { visitHosts } from '../../db/schema/visit-hosts.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { isOwn, selectOwnVisitors, toOwnVisitor } from './queries.ts'

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
