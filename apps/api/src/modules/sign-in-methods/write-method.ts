import type { NewMethod, MethodChanges } from '@gatehouse/validation/endpoints/sign-in-methods'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { getChosenSite, unknownSite } from '../sites/queries.ts'
import { issueKey } from './keys.ts'
import { getMethodOrThrow, type MethodRow } from './method-list.ts'
import { toAuditedMethod, toMethodResponse } from './responses.ts'
import { editRow } from '../../db/edit-row.ts'
import { hasValues } from '../../db/has-values.ts'
import { toColumns } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { unpairKiosks } from './paired-kiosks.ts'

/**
 * Creates a method at a site, with its own key.
 * @throws AppError `not_found` for a site that the person may not manage, `conflict` for a serial
 *   number that is taken, `client_not_chosen`, and as `issueKey`
 */
export async function createMethod(
  { db, actor, now, limits }: Context<StaffActor>,
  { site_id: siteId, ...fields }: NewMethod,
): Promise<MethodRow> {
  return withScope(db, getWorkingScope(actor), async (tx) => {
    const { clientId } = await getChosenSite(tx, actor, siteId)
    return insertMethod(
      tx,
      { actor, now, limits },
      { ...toColumns(fields), clientId, siteId, settings: fields.settings ?? null },
    )
  })
}

/** Inserts a new method with its own key and an audit log entry. */
export async function insertMethod(
  tx: Transaction,
  { actor, now, limits }: Pick<Context<StaffActor>, 'actor' | 'now' | 'limits'>,
  columns: Omit<typeof signInMethods.$inferInsert, 'id' | 'createdAt' | 'lastModified'>,
): Promise<MethodRow> {
  const id = newId(now)
  const { clientId } = columns
  await tx.insert(signInMethods).values({ ...columns, id, createdAt: now, lastModified: now })
  await issueKey(tx, { limits, now }, { clientId, methodId: id })
  const method = await getMethodOrThrow(tx, actor, 'manage', id)
  await recordAudit(tx, {
    ...auditOf({ actor, now }, 'sign_in_method.created', 'sign_in_method', { clientId, id }),
    details: { after: toAuditedMethod(method) },
  })
  return method
}

export interface MethodEdit {
  changes: MethodChanges
  /** The `last_modified` that the caller has seen. */
  ifMatch: string | undefined
  /** The address of this installation for visitors. */
  publicUrl: string
}

/**
 * Changes fields of a method. A move to another site keeps the key but drops the paired tablets.
 * @throws AppError `not_found`, also for a site of another client; `method_retired`;
 *   `changed_meanwhile`; `conflict` for a serial number that is taken
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
          .where(hasValues(signInMethods, { clientId, id }))
        return { ...(await getMethodOrThrow(tx, actor, 'manage', id)), lastModified }
      },
      audit: auditOf({ actor, now }, 'sign_in_method.updated', 'sign_in_method', { clientId, id }),
    })
  })
}
