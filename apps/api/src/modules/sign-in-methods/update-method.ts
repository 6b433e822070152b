import type { MethodChanges } from '@gatehouse/validation/endpoints/sign-in-methods'
import { and, eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { byStaff } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { withScope } from '../../db/tenancy.ts'
import { toColumns } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { getChosenSite, unknownSite } from '../sites/queries.ts'
import { getMethodOrThrow, type MethodRow } from './method-list.ts'
import { toMethodResponse } from './responses.ts'
import { unpairKiosks } from './paired-kiosks.ts'

export interface MethodEdit {
  changes: MethodChanges
  /** The `last_modified` that the caller has seen. */
  ifMatch: string | undefined
  /** The address under which visitors reach this installation. */
  publicUrl: string
}

/**
 * Changes fields of a method. With another site it moves there, together with its key, but without its paired tablets.
 * @throws AppError `not_found`, also for a site of another client; `method_retired`; `changed_meanwhile`; `conflict` for a serial number
 *   that is taken
 */
export function updateMethod(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  { changes, ifMatch, publicUrl }: MethodEdit,
): Promise<MethodRow> {
  return withScope(db, actor.scope, async (tx) => {
    const before = await getMethodOrThrow(tx, actor, 'manage', id, { lock: true })
    const { clientId, siteId, type, retiredAt, lastModified: readAt } = before.method
    if (retiredAt) throw new AppError('method_retired')
    if (changes.site_id !== undefined) {
      const site = await getChosenSite(tx, actor, changes.site_id)
      if (site.clientId !== clientId) throw unknownSite()
    }
    if (Object.keys(changes).length === 0) return before
    return editRow(tx, {
      row: { ...before, lastModified: readAt },
      show: (row) => toMethodResponse(row, publicUrl),
      state: ['connected', 'isOnline', 'last_seen', 'reportedAt', 'versions', 'device', 'waiting'],
      ifMatch,
      write: async (lastModified) => {
        if ((changes.site_id ?? siteId) !== siteId || (changes.type ?? type) !== type)
          await unpairKiosks(tx, clientId, [id])
        await tx
          .update(signInMethods)
          .set({ ...toColumns(changes), lastModified })
          .where(and(eq(signInMethods.clientId, clientId), eq(signInMethods.id, id)))
        return { ...(await getMethodOrThrow(tx, actor, 'manage', id)), lastModified }
      },
      audit: {
        ...byStaff(clientId, actor.userId, now),
        action: 'sign_in_method.updated',
        target: { kind: 'sign_in_method', id },
      },
    })
  })
}
