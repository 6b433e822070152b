import type { MethodChanges } from '@gatehouse/validation/endpoints/sign-in-methods'
import { and, eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { getSiteOrThrow } from '../sites/queries.ts'
import { getMethodOrThrow, type MethodRow } from './method-list.ts'

/**
 * Changes fields of a method. With another site it moves there, together with its key.
 * @throws AppError `not_found`, also for a site of another client; `method_retired`; `conflict` for a serial number that is taken
 */
export function updateMethod(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  changes: MethodChanges,
): Promise<MethodRow> {
  return withScope(db, actor.scope, async (tx) => {
    const before = await getMethodOrThrow(tx, actor, 'manage', id, { lock: true })
    const { clientId, retiredAt } = before.method
    if (retiredAt) throw new AppError('method_retired')
    const { site_id: siteId, serial_number: serialNumber, kiosk_id: kioskId, ...others } = changes
    const { success_message: successMessage, use_temperature: useTemperature, ...same } = others
    if (siteId !== undefined) {
      const site = await getSiteOrThrow(tx, actor, 'manage', siteId)
      if (site.clientId !== clientId) throw new AppError('not_found')
    }
    if (Object.keys(changes).length === 0) return before
    // drizzle leaves out what is undefined.
    await tx
      .update(signInMethods)
      .set({ ...same, siteId, serialNumber, kioskId, successMessage, useTemperature, lastModified: now })
      .where(and(eq(signInMethods.clientId, clientId), eq(signInMethods.id, id)))
    await recordAudit(tx, {
      clientId,
      actor: { kind: 'staff', id: actor.userId },
      action: 'sign_in_method.updated',
      target: { kind: 'sign_in_method', id },
      at: now,
      details: { fields: Object.keys(changes) },
    })
    return getMethodOrThrow(tx, actor, 'manage', id)
  })
}
