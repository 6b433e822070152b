import { type FoundItem, type SearchKind, searchKinds } from '@gatehouse/validation/endpoints/search'
import { serverLimits } from '@gatehouse/validation/limits'
import { isMethodKey } from '@gatehouse/validation/method-key'
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { methodKeys, signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import { matchesSearch } from '../../db/search.ts'
import { withListScope } from '../../db/select-page.ts'
import { type Transaction } from '../../db/tenancy.ts'
import { isAtAccessibleSite } from '../sign-in-methods/method-list.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'
import { isListedUser } from '../users/policy.ts'
import { findLeft, findPresent } from './find-people.ts'

type Found = Omit<FoundItem, 'kind' | 'stay'> & { stay?: { siteId: string; at: Date; timeZone: string } }
type Finder = (tx: Transaction, actor: StaffActor, search: string, now: Date) => PromiseLike<Found[]>

/** Finds each kind among the records that the person may see. */
const finders: Record<SearchKind, Finder> = {
  present: findPresent,
  left: findLeft,
  user: (tx, actor, search) =>
    tx
      .select({
        id: users.id,
        name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
        detail: users.email,
      })
      .from(users)
      .where(
        and(
          isListedUser(actor),
          eq(users.status, 'active'),
          // Only an email or an employee number contains such a character.
          matchesSearch(search, {
            texts: /[@\d]/.test(search) ? [users.foldedName, users.foldedDetails] : [users.foldedName],
          }),
        ),
      )
      .orderBy(asc(users.foldedName), asc(users.id))
      .limit(serverLimits.foundOfKind),
  site: (tx, actor, search) =>
    tx
      .select({ id: sites.id, name: sites.name, detail: sites.address })
      .from(sites)
      .where(and(isAccessibleSite(actor, 'see'), matchesSearch(search, { texts: [sites.foldedName] })))
      .orderBy(asc(sites.foldedName), asc(sites.id))
      .limit(serverLimits.foundOfKind),
  sign_in_method: (tx, actor, search) =>
    tx
      .select({ id: signInMethods.id, name: signInMethods.name, detail: sites.name })
      .from(signInMethods)
      .innerJoin(sites, isSiteOf(signInMethods))
      .where(
        and(
          isAtAccessibleSite(actor, 'see'),
          isNull(signInMethods.retiredAt),
          or(hasKey(tx, search), matchesSearch(search, { texts: [signInMethods.foldedName] })),
        ),
      )
      .orderBy(asc(signInMethods.foldedName), asc(signInMethods.id))
      .limit(serverLimits.foundOfKind),
  client: (tx, _actor, search) =>
    tx
      .select({ id: clients.id, name: clients.name, detail: clients.companyNo })
      .from(clients)
      .where(matchesSearch(search, { texts: [clients.foldedName, clients.foldedCompanyNo] }))
      .orderBy(asc(clients.foldedName), asc(clients.id))
      .limit(serverLimits.foundOfKind),
}

/**
 * The first matches of each kind that the person may see: those with every word of the search, a
 * person by mobile, or a method by its key. Nothing for an empty search. A site admin who works
 * inside a client searches that client.
 */
export async function searchEverything(
  { db, actor, now }: Context<StaffActor>,
  search = '',
): Promise<FoundItem[]> {
  if (search.trim() === '') return []
  const kinds = searchKinds.filter((kind) => kind !== 'client' || actor.siteAdmin)
  const found = await withListScope(db, actor.scope, (tx) =>
    Promise.all(
      kinds.map(async (kind) => {
        const ofKind = await finders[kind](tx, actor, search, now)
        return ofKind.map(({ id, name, detail, stay }) => ({
          kind,
          id,
          name,
          detail,
          stay: stay ? { site_id: stay.siteId, at: stay.at.toISOString(), time_zone: stay.timeZone } : null,
        }))
      }),
    ),
  )
  return found.flat()
}

/** Matches the method whose key in use was typed, in any case. */
function hasKey(tx: Transaction, search: string): SQL | undefined {
  const key = search.trim().toUpperCase()
  if (!isMethodKey(key)) return undefined
  return inArray(
    signInMethods.id,
    tx
      .select({ id: methodKeys.methodId })
      .from(methodKeys)
      .where(and(eq(methodKeys.key, key), isNull(methodKeys.retiredAt))),
  )
}
