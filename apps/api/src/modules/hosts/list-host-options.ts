import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { and, asc } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { byName } from '../../db/name-order.ts'
import { OPTIONS_READ, toOptions } from '../../db/options.ts'
import { users } from '../../db/schema/users.ts'
import { matchesSearch } from '../../db/search.ts'
import { withReadScope } from '../../db/tenancy.ts'
import { getManagedSiteOrThrow, siteAsksHost } from '../sign-in-methods/queries.ts'
import { isHostOf, selectHosts } from '../users/hosts-of-site.ts'

type Search = InputOf<'listHostOptions'>['query']
type Options = OutputOf<'listHostOptions'>

/**
 * The first matching hosts of a site, for staff who sign visitors in.
 * @throws AppError `not_found`, or `forbidden` at a site that the actor does not manage
 */
export function listHostOptions(
  { db, actor }: Context<StaffActor>,
  { method, search }: Search,
): Promise<Options> {
  return withReadScope(db, actor.scope, async (tx) => {
    const site = await getManagedSiteOrThrow(tx, actor, method)
    if (!(await siteAsksHost(tx, site))) return { is_asked: false, items: [], has_more: false }
    const found = await selectHosts(tx)
      .where(and(isHostOf(site), matchesSearch(search, { texts: [users.foldedName] })))
      .orderBy(...byName(users), asc(users.id))
      .limit(OPTIONS_READ)
    const people = found.map(({ id, firstName, lastName, email }) => ({
      id,
      name: `${firstName} ${lastName}`.trim(),
      email,
    }))
    return { is_asked: true, ...toOptions(people) }
  })
}
