import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type {
  listVisitorRolesEndpoint,
  NewRole,
  RoleChanges,
  VisitorRole,
} from '@gatehouse/validation/endpoints/visitor-roles'
import { limits } from '@gatehouse/validation/limits'
import { and, asc, count, eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { inNameOrder } from '../../db/name-order.ts'
import { visitorRoles } from '../../db/schema/visitor-roles.ts'
import { foldNow } from '../../db/search.ts'
import { listTransaction, selectPage } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { findSiteToSee, lockSite } from './site-list.ts'
import { partAudit } from './site-part-audit.ts'

type RoleRow = typeof visitorRoles.$inferSelect
interface Site {
  clientId: string
  id: string
}

const isOf = ({ clientId, id }: Site) => and(eq(visitorRoles.clientId, clientId), eq(visitorRoles.siteId, id))

/** A page of the roles of a site. @throws AppError `not_found` for a site that the person may not see */
export function listRoles(
  { db, actor }: Context<StaffActor>,
  siteId: string,
  query: EndpointInput<typeof listVisitorRolesEndpoint>['query'],
): Promise<{ items: VisitorRole[]; total: number }> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const site = await findSiteToSee(tx, actor, siteId)
      const { items, total } = await selectPage(query, {
        scope: isOf(site),
        // A site has few roles.
        search: { texts: [foldNow(visitorRoles.name)] },
        filters: {},
        sort: { position: visitorRoles.position, name: inNameOrder(visitorRoles.name) },
        lastSort: visitorRoles.id,
        rows: (where) => tx.select().from(visitorRoles).where(where).$dynamic(),
        count: (where) => tx.select({ total: count() }).from(visitorRoles).where(where),
      })
      return { items: items.map(toRoleResponse), total }
    },
    listTransaction,
  )
}

/** Adds a role after the others. @throws AppError `not_found`, `too_many_parts`, `name_taken` */
export function createRole(
  { db, actor, now }: Context<StaffActor>,
  siteId: string,
  input: NewRole,
): Promise<RoleRow> {
  return withScope(db, actor.scope, async (tx) => {
    const site = await lockSite(tx, actor, 'manage', siteId)
    const others = await rolesInOrder(tx, site)
    if (others.length >= limits.site.parts) throw new AppError('too_many_parts')
    const id = newId(now)
    const position = Math.max(-1, ...others.map((role) => role.position)) + 1
    const [role] = await tx
      .insert(visitorRoles)
      .values({ ...input, clientId: site.clientId, id, siteId, position, createdAt: now, lastModified: now })
      .returning()
    if (!role) throw new Error('An insert returns its row')
    await recordAudit(tx, {
      ...partAudit(actor, now, role, 'visitor_role.created'),
      details: { after: toRoleResponse(role) },
    })
    return role
  })
}

/**
 * Changes a role. At a new position the others make room: all are numbered again from 0.
 * @throws AppError `not_found`, `changed_meanwhile`, `name_taken`
 */
export function updateRole(
  { db, actor, now }: Context<StaffActor>,
  { id: siteId, roleId }: { id: string; roleId: string },
  { position, ...fields }: RoleChanges,
  ifMatch?: string,
): Promise<RoleRow> {
  return withScope(db, actor.scope, async (tx) => {
    const site = await lockSite(tx, actor, 'manage', siteId)
    const roles = await rolesInOrder(tx, site)
    const row = roleOf(roles, roleId)
    if (position === undefined && Object.keys(fields).length === 0) return row
    return editRow(tx, {
      row,
      show: toRoleResponse,
      ifMatch,
      write: async (lastModified) => {
        const isRole = and(isOf(site), eq(visitorRoles.id, roleId))
        await tx
          .update(visitorRoles)
          .set({ ...fields, lastModified })
          .where(isRole)
        if (position !== undefined) {
          const others = roles.filter(({ id }) => id !== roleId)
          const order = others.toSpliced(position, 0, row)
          for (const [at, { id, position: before }] of order.entries()) {
            if (before === at) continue
            await tx
              .update(visitorRoles)
              .set({ position: at })
              .where(and(isOf(site), eq(visitorRoles.id, id)))
          }
        }
        return roleOf(await rolesInOrder(tx, site), roleId)
      },
      audit: partAudit(actor, now, row, 'visitor_role.updated'),
    })
  })
}

/** Deletes a role. Visits keep its name. @throws AppError `not_found` */
export function deleteRole(
  { db, actor, now }: Context<StaffActor>,
  { id: siteId, roleId }: { id: string; roleId: string },
): Promise<void> {
  return withScope(db, actor.scope, async (tx) => {
    const site = await lockSite(tx, actor, 'manage', siteId)
    const role = roleOf(await rolesInOrder(tx, site), roleId)
    await tx.delete(visitorRoles).where(and(isOf(site), eq(visitorRoles.id, roleId)))
    await recordAudit(tx, {
      ...partAudit(actor, now, role, 'visitor_role.deleted'),
      details: { before: toRoleResponse(role) },
    })
  })
}

export function toRoleResponse(role: RoleRow): VisitorRole {
  const { id, name, names, position, enabled, lastModified } = role
  return { id, name, names, position, enabled, last_modified: lastModified.toISOString() }
}

/** The locked site keeps others from changing the order meanwhile. */
function rolesInOrder(tx: Transaction, site: Site): Promise<RoleRow[]> {
  return tx
    .select()
    .from(visitorRoles)
    .where(isOf(site))
    .orderBy(asc(visitorRoles.position), asc(visitorRoles.id))
}

function roleOf(roles: readonly RoleRow[], id: string): RoleRow {
  const role = roles.find((one) => one.id === id)
  if (!role) throw new AppError('not_found')
  return role
}
