import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { AuditAction } from '@gatehouse/validation/audit-actions'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import type { Context, StaffActor } from '../../context.ts'
import { applyBulk } from '../../db/apply-bulk.ts'
import { nextModified } from '../../db/edit-row.ts'
import { hasIdOf } from '../../db/sql-values.ts'
import { isCurrentVersion, questions, questionVersions } from '../../db/schema/questions.ts'
import { withScope } from '../../db/tenancy.ts'
import { resolveSite } from '../sites/queries.ts'
import { questionConditions } from './question-list.ts'

type Request = InputOf<'changeQuestions'>['body']
type Action = Request['action']

/**
 * Enables, disables, archives or restores questions. An archived one can only be restored.
 * @throws AppError `not_found` for a site
 */
export function changeQuestions(
  { db, actor, now }: Context<StaffActor>,
  request: Request,
): Promise<BulkResult> {
  const { action } = request
  return withScope(db, actor.scope, async (tx) =>
    applyBulk(
      tx,
      'matching' in request ? { matching: await resolveSite(tx, actor, 'see', request.matching) } : request,
      {
        ...questionConditions(actor),
        table: questions,
        rows: (where) =>
          tx
            .select({
              clientId: questions.clientId,
              id: questions.id,
              enabled: questions.enabled,
              archivedAt: questions.archivedAt,
            })
            .from(questions)
            .innerJoin(questionVersions, isCurrentVersion)
            .where(where)
            .$dynamic(),
        findBlock: ({ archivedAt }) =>
          archivedAt && (action === 'enable' || action === 'disable') ? 'question_archived' : undefined,
        isAsWanted: ({ enabled, archivedAt }) =>
          ({
            enable: enabled,
            disable: !enabled,
            archive: archivedAt !== null,
            restore: archivedAt === null,
          })[action],
        change: (rows) =>
          tx
            .update(questions)
            .set({ ...changes(action, now), lastModified: nextModified(questions.lastModified, now) })
            .where(hasIdOf(questions.id, rows)),
        audit: {
          actor: { kind: 'staff', id: actor.userId },
          action: auditActionOf[action],
          targetKind: 'question',
          at: now,
        },
      },
    ),
  )
}

const changes = (action: Action, now: Date): Partial<typeof questions.$inferInsert> =>
  ({
    enable: { enabled: true },
    disable: { enabled: false },
    archive: { archivedAt: now },
    restore: { archivedAt: null },
  })[action]

const auditActionOf: Record<Action, AuditAction> = {
  enable: 'question.enabled',
  disable: 'question.disabled',
  archive: 'question.archived',
  restore: 'question.restored',
}
