import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { users } from '../../db/schema/users.ts'
import { installationScope } from '../../db/scopes.ts'
import { withListScope } from '../../db/select-page.ts'

/** The names of the operators (site_admins) among these ids. Empty unless the actor is one. */
export async function findOperatorNames(
  { db, actor }: Context<StaffActor>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!actor.siteAdmin || ids.length === 0) return new Map()
  const rows = await withListScope(db, installationScope(), (tx) =>
    tx
      .select({ id: users.id, name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})` })
      .from(users)
      .where(and(inArray(users.id, [...new Set(ids)]), eq(users.siteAdmin, true))),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
