import * as v from 'valibot'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { IfMatchHeaders, PageQuery, SortQuery, lineOf } from '../fields.ts'
import { limits } from '../limits.ts'
import { wholeNumberIn } from '../number-range.ts'

const label = v.pipe(lineOf(limits.site.labelCharacters), v.minLength(1, say('role_name_required')))

/** The name by language. A language without one shows `name`. */
const Names = v.strictObject({ en: v.optional(label), 'en-au': v.optional(label), es: v.optional(label) })

export const roleFields = {
  name: label,
  names: Names,
  /** Disabled roles are no longer offered. */
  enabled: v.boolean(),
}

/** The position of a row among its site's, from 0. The others are shifted. */
const position = wholeNumberIn({ min: 0, max: limits.site.parts })

export const RoleChanges = v.partial(v.strictObject({ ...roleFields, position }))
export type RoleChanges = v.InferOutput<typeof RoleChanges>

export const NewRole = v.strictObject({
  name: roleFields.name,
  names: v.optional(Names, {}),
  enabled: v.optional(v.boolean(), true),
})
export type NewRole = v.InferOutput<typeof NewRole>

export const VisitorRole = v.object({
  id: v.string(),
  name: v.string(),
  names: v.object(Names.entries),
  position: v.number(),
  enabled: v.boolean(),
  last_modified: v.string(),
})
export type VisitorRole = v.InferOutput<typeof VisitorRole>

export const ListedRole = v.object({
  ...VisitorRole.entries,
  /** Questions asked of this role alone. Without it everyone would be asked, so it is kept. */
  only_questions: v.array(v.string()),
})
export type ListedRole = v.InferOutput<typeof ListedRole>

const path = '/sites/:id/visitor-roles'

export const listVisitorRolesEndpoint = endpoint({
  method: 'GET',
  path,
  summary: 'Lists the roles that a visitor of the site can choose, by default in their order.',
  access: 'staff',
  query: v.strictObject({ ...PageQuery, sort: SortQuery(['position', 'name'], 'position') }),
  response: v.object({ items: v.array(ListedRole), total: v.number() }),
})

export const createVisitorRoleEndpoint = creationEndpoint({
  path,
  summary: 'Creates a visitor role, after the other roles.',
  access: 'admin',
  body: NewRole,
  response: VisitorRole,
  errors: ['too_many_parts', 'name_taken'],
})

export const updateVisitorRoleEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/:roleId`,
  summary: 'Renames, translates, moves, enables or disables a visitor role.',
  access: 'admin',
  headers: IfMatchHeaders,
  body: RoleChanges,
  response: VisitorRole,
  errors: ['changed_meanwhile', 'name_taken'],
})

export const deleteVisitorRoleEndpoint = endpoint({
  method: 'DELETE',
  path: `${path}/:roleId`,
  summary: 'Deletes a visitor role, unless it is the only role of a question. Past visits keep its name.',
  access: 'admin',
  response: 'none',
  errors: ['role_limits_questions'],
})
