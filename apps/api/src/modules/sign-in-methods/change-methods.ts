import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { AuditAction } from '@gatehouse/validation/audit-actions'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { applyBulk, type BulkTarget } from '../../db/apply-bulk.ts'
import { nextModified } from '../../db/edit-row.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { hasRightAtSite, isAccessibleSite } from '../sites/policy.ts'
import { findManagedSites, getChosenSite, isSiteOf, resolveSite, type VisibleSite } from '../sites/queries.ts'
import { retireKeys } from './keys.ts'
import { methodConditions } from './method-list.ts'
import { unpairKiosks } from './paired-kiosks.ts'
import { hasIdOf } from '../../db/sql-values.ts'

type Request = InputOf<'changeSignInMethods'>['body']
type Action = Request['action']

/**
 * Enables, disables, moves or retires methods at sites that the person may manage. Retired methods
 * don't change, nor does a move to a site of another client.
 * @throws AppError `not_found` for a site, `site_required`
 */
export function changeMethods(
  { db, actor, now }: Context<StaffActor>,
  request: Request,
): Promise<BulkResult> {
  return withScope(db, actor.scope, async (tx) => {
    const { action } = request
    const siteFor = action === 'move' ? await findTargets(tx, actor, request) : () => undefined
    const target = await resolveTarget(tx, actor, request)
    const conditions = methodConditions(actor, 'manage', 'matching' in target ? target.matching : {})
    const result = await applyBulk(tx, target, {
      ...conditions,
      // Methods named by id include those that the person only sees, so that the result has the
      // reason why they don't change.
      ...('ids' in target && { scope: isAccessibleSite(actor, 'see') }),
      table: signInMethods,
      rows: (where) =>
        tx
          .select({
            clientId: signInMethods.clientId,
            id: signInMethods.id,
            enabled: signInMethods.enabled,
            retiredAt: signInMethods.retiredAt,
            siteId: signInMethods.siteId,
            siteName: sites.name,
            canManage: sql<boolean>`${hasRightAtSite(actor, 'manage') ?? sql`true`}`,
          })
          .from(signInMethods)
          .innerJoin(sites, isSiteOf(signInMethods))
          .where(where)
          .$dynamic(),
      findBlock: ({ id, clientId, retiredAt, canManage }): ErrorCode | undefined => {
        if (!canManage) return 'forbidden'
        if (retiredAt) return 'method_retired'
        return action === 'move' && siteFor(id)?.clientId !== clientId ? 'not_found' : undefined
      },
      isAsWanted: ({ id, enabled, siteId }) =>
        (action === 'enable' && enabled) || (action === 'disable' && !enabled) || siteId === siteFor(id)?.id,
      ...(action === 'move' && {
        findOverwritten: async (rows) => new Map(rows.map(({ id, siteId }) => [id, { site_id: siteId }])),
      }),
      change: (rows) => changeRows(tx, action, rows, siteFor, now),
      audit: {
        actor: { kind: 'staff', id: actor.userId },
        action: auditActionOf[action],
        targetKind: 'sign_in_method',
        at: now,
        details: ({ id, enabled, siteId, siteName }) =>
          action === 'move'
            ? {
                before: { site_id: siteId, site_name: siteName },
                after: { site_id: siteFor(id)?.id, site_name: siteFor(id)?.name },
              }
            : { before: { enabled }, after: { enabled: action === 'enable' } },
      },
    })
    return result
  })
}

const auditActionOf: Record<Action, AuditAction> = {
  enable: 'sign_in_method.enabled',
  disable: 'sign_in_method.disabled',
  move: 'sign_in_method.moved',
  retire: 'sign_in_method.retired',
}

type SiteFor = (methodId: string) => VisibleSite | undefined

/** The target site of each method. In an undo, a site that is no longer managed has none. */
async function findTargets(
  tx: Transaction,
  actor: StaffActor,
  { site_id: siteId, site_ids: siteIds }: Request,
): Promise<SiteFor> {
  if (siteIds) {
    const found = await findManagedSites(tx, actor, Object.values(siteIds))
    return (methodId) => found.get(siteIds[methodId] ?? '')
  }
  if (siteId === undefined) throw new AppError('site_required', { fields: { site_id: 'site_required' } })
  const site = await getChosenSite(tx, actor, siteId)
  return () => site
}

/** Resolves the site filter as the list does. */
async function resolveTarget(tx: Transaction, actor: StaffActor, request: Request) {
  if ('ids' in request) return { ids: request.ids, versions: request.versions }
  return { matching: await resolveSite(tx, actor, 'manage', request.matching) } satisfies BulkTarget<object>
}

async function changeRows(
  tx: Transaction,
  action: Action,
  rows: { clientId: string; id: string }[],
  siteFor: SiteFor,
  now: Date,
): Promise<void> {
  for (const [siteId, moved] of Map.groupBy(rows, ({ id }) => siteFor(id)?.id)) {
    const changes = {
      enable: { enabled: true },
      disable: { enabled: false },
      retire: { enabled: false, retiredAt: now },
      move: { siteId },
    }[action]
    await tx
      .update(signInMethods)
      .set({ ...changes, lastModified: nextModified(signInMethods.lastModified, now) })
      .where(hasIdOf(signInMethods.id, moved))
  }
  for (const [clientId, own] of Map.groupBy(rows, (row) => row.clientId)) {
    const changed = own.map(({ id }) => id)
    if (action === 'retire') await retireKeys(tx, clientId, changed, now)
    if (action === 'move') await unpairKiosks(tx, clientId, changed)
  }
}
