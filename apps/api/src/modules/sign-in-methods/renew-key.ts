import { eq, and } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { byStaff, recordAudit } from '../../db/audit.ts'
import { nextModified } from '../../db/edit-row.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { issueKey, retireKeys } from './keys.ts'
import { getMethodOrThrow, type MethodRow } from './method-list.ts'
import { toMethodResponse } from './responses.ts'
import type { MethodEdit } from './update-method.ts'

/**
 * Gives a method a new key. Printed posters with the old one lead nowhere from then on. Of several renewals at once one is accepted: the
 * keys that the others would answer would not work any more.
 * @throws AppError `not_found`, `method_retired`, `changed_meanwhile`, and as `issueKey`
 */
export function renewKey(
  { db, actor, now, limits }: Context<StaffActor>,
  id: string,
  { ifMatch, publicUrl }: Omit<MethodEdit, 'changes'>,
): Promise<MethodRow> {
  return withScope(db, actor.scope, async (tx) => {
    const asked = await getMethodOrThrow(tx, actor, 'manage', id)
    // Here it waits for a renewal that is running. The key is of another table, so it is read again.
    await getMethodOrThrow(tx, actor, 'manage', id, { lock: true })
    const row = await getMethodOrThrow(tx, actor, 'manage', id)
    const { clientId, retiredAt, lastModified } = row.method
    if (retiredAt) throw new AppError('method_retired')
    if (row.key !== asked.key || (ifMatch !== undefined && ifMatch !== lastModified.toISOString()))
      throw new AppError('changed_meanwhile', { current: toMethodResponse(row, publicUrl) })
    await retireKeys(tx, clientId, [id], now)
    const key = await issueKey(tx, { limits, now }, { clientId, methodId: id })
    await tx
      .update(signInMethods)
      .set({ lastModified: nextModified(signInMethods.lastModified, now) })
      .where(and(eq(signInMethods.clientId, clientId), eq(signInMethods.id, id)))
    // A key is no secret: it is an address that hangs on the wall.
    await recordAudit(tx, {
      ...byStaff(clientId, actor.userId, now),
      action: 'sign_in_method.key_renewed',
      target: { kind: 'sign_in_method', id },
      details: { before: { key: row.key }, after: { key } },
    })
    return getMethodOrThrow(tx, actor, 'manage', id)
  })
}
