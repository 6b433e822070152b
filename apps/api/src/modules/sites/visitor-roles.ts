import type { InputOf } from '@gatehouse/validation/endpoints/all'
import {
  type ListedRole,
  type NewRole,
  type RoleChanges,
  VisitorRole,
} from '@gatehouse/validation/endpoints/visitor-roles'
import { limits } from '@gatehouse/validation/limits'
import { and, asc, count, eq, exists, inArray, ne, not, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { hasValues } from '../../db/has-values.ts'
import { inNameOrder } from '../../db/name-order.ts'
import { questionRoles, questions, questionVersions } from '../../db/schema/questions.ts'
import { visitorRoles } from '../../db/schema/visitor-roles.ts'
import { foldNow } from '../../db/search.ts'
import { selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { hasRightAtSite } from './policy.ts'
import { getSiteOrThrow } from './queries.ts'
import { lockSite } from './site-list.ts'

type RoleRow = typeof visitorRoles.$inferSelect
interface Site {
  clientId: string
  id: string
}

const isOf = ({ clientId, id }: Site) => hasValues(visitorRoles, { clientId, siteId: id })

/**
 * A page of the roles of a site.
 * @throws AppError `not_found` for a site that the person may not see
 */
export function listRoles(
  { db, actor }: Context<StaffActor>,
  siteId: string,
  query: InputOf<'listVisitorRoles'>['query'],
): Promise<{ items: ListedRole[]; total: number }> {
  return withListScope(db, actor.scope, async (tx) => {
    const site = await getSiteOrThrow(tx, actor, 'see', siteId, hasRightAtSite)
    const { items, total } = await selectPage(query, {
      scope: isOf(site),
      // Folded on read, because a site has few roles.
      search: { texts: [foldNow(visitorRoles.name)] },
      filters: {},
      sort: { position: visitorRoles.position, name: inNameOrder(visitorRoles.name) },
      lastSort: visitorRoles.id,
      rows: (where) =>
        tx.select({ role: visitorRoles, only: onlyQuestions }).from(visitorRoles).where(where).$dynamic(),
      count: (where) => tx.select({ total: count() }).from(visitorRoles).where(where),
    })
    return {
      items: items.map(({ role, only }) => Object.assign(toRoleResponse(role), { only_questions: only })),
      total,
    }
  })
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
      ...auditOf({ actor, now }, 'visitor_role.created', 'visitor_role', role),
      details: { after: { ...toRoleResponse(role), site_id: siteId } },
    })
    return role
  })
}

/**
 * Changes a role. A new position renumbers all roles of the site from 0.
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
      audit: auditOf({ actor, now }, 'visitor_role.updated', 'visitor_role', row),
    })
  })
}

const otherRoles = alias(questionRoles, 'other_roles')
const isQuestionOf = ({ clientId, questionId }: typeof questionRoles | typeof questionVersions) =>
  and(eq(clientId, questions.clientId), eq(questionId, questions.id))
const hasOtherRole = exists(
  new QueryBuilder()
    .select({ one: sql`1` })
    .from(otherRoles)
    .where(
      and(
        hasValues(otherRoles, { clientId: questionRoles.clientId, questionId: questionRoles.questionId }),
        ne(otherRoles.roleId, questionRoles.roleId),
      ),
    ),
)
const questionName = sql`coalesce(nullif(${questionVersions.name}, ''), ${questionVersions.text})`

/** The questions that have only this role, including archived ones, which could be restored. */
const onlyQuestions = sql<string[]>`(${new QueryBuilder()
  .select({
    names: sql`coalesce(json_agg(${questionName} order by ${questions.position}, ${questions.id}), '[]')`,
  })
  .from(questionRoles)
  .innerJoin(questions, isQuestionOf(questionRoles))
  .innerJoin(
    questionVersions,
    and(isQuestionOf(questionVersions), eq(questionVersions.version, questions.version)),
  )
  .where(
    and(
      hasValues(questionRoles, { clientId: visitorRoles.clientId, roleId: visitorRoles.id }),
      not(hasOtherRole),
    ),
  )})`

/**
 * Deletes a role. Visits keep its name. The locked row prevents that a question is limited to it in
 * the meantime. The locked questions keep their other roles: if two roles were deleted at once, a
 * question limited to just these would then apply to everybody.
 * @throws AppError `not_found`, `role_limits_questions`
 */
export function deleteRole(
  { db, actor, now }: Context<StaffActor>,
  { id: siteId, roleId }: { id: string; roleId: string },
): Promise<void> {
  return withScope(db, actor.scope, async (tx) => {
    const site = await lockSite(tx, actor, 'manage', siteId)
    const role = roleOf(await rolesInOrder(tx, site), roleId)
    const isRole = and(isOf(site), eq(visitorRoles.id, roleId))
    await tx.select({ id: visitorRoles.id }).from(visitorRoles).where(isRole).for('update')
    await lockQuestionsOf(tx, role)
    const [limited] = await tx.select({ only: onlyQuestions }).from(visitorRoles).where(isRole)
    if (limited && limited.only.length > 0) throw new AppError('role_limits_questions')
    await tx.delete(visitorRoles).where(isRole)
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'visitor_role.deleted', 'visitor_role', role),
      details: { before: toRoleResponse(role) },
    })
  })
}

/** Locks in the order of all writes to several questions. */
async function lockQuestionsOf(tx: Transaction, { clientId, id }: RoleRow): Promise<void> {
  const limited = new QueryBuilder()
    .select({ id: questionRoles.questionId })
    .from(questionRoles)
    .where(hasValues(questionRoles, { clientId, roleId: id }))
  await tx
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.clientId, clientId), inArray(questions.id, limited)))
    .orderBy(asc(questions.id))
    .for('no key update')
}

export const toRoleResponse = (role: RoleRow): VisitorRole => toFields(VisitorRole, role)

/** The roles in order. The site must be locked, so that the order can't change. */
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
