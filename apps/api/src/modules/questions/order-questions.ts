import { sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { lockOrder } from './question-input.ts'
import { questionsInOrder } from './question-list.ts'

/**
 * Reorders questions among themselves. All others keep their places.
 * @param seen the order of the same questions that the caller has read
 * @returns all questions in their order
 * @throws AppError `client_not_chosen`, `not_found`, `changed_meanwhile` with the current order
 */
export function orderQuestions(
  { db, actor, now }: Context<StaffActor>,
  { ids, seen }: { ids: string[]; seen?: string[] | undefined },
): Promise<{ ids: string[] }> {
  const { clientId } = getWorkingScope(actor)
  return withScope(db, actor.scope, async (tx) => {
    await lockOrder(tx, clientId)
    const before = await questionsInOrder(tx, clientId)
    const moved = new Set(ids)
    const present = before.filter((id) => moved.has(id))
    if (present.length < ids.length) throw new AppError('not_found')
    if (seen && seen.join() !== present.join())
      throw new AppError('changed_meanwhile', { current: { ids: before, last_modified: now.toISOString() } })
    const waiting = ids.values()
    const after = before.map((id) => (moved.has(id) ? (waiting.next().value ?? id) : id))
    if (after.join() === before.join()) return { ids: after }
    await tx.execute(sql`
      update questions set position = placed.place - 1
      from jsonb_array_elements_text(${JSON.stringify(after)}::jsonb) with ordinality as placed (id, place)
      where questions.client_id = ${clientId} and questions.id = placed.id::uuid
        and questions.position <> placed.place - 1`)
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'question.ordered', 'question', { clientId, id: null }),
      details: { before: { question_ids: before }, after: { question_ids: after } },
    })
    return { ids: after }
  })
}
