import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { listSignInMethodsEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import { and, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { kioskReports, methodKeys, signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { type ListConditions, listTransaction, readPage, selectPage } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { hasRightAtSite, isAccessibleSite, type SiteRight } from '../sites/policy.ts'
import { isSiteOf, resolveSite, type WithSite } from '../sites/queries.ts'

type ListQuery = EndpointInput<typeof listSignInMethodsEndpoint>['query']
type Listed = WithSite<Pick<ListQuery, 'search' | 'site' | 'type' | 'status'>>

/**
 * A page of the sign-in methods at the sites that the person may see.
 * @throws AppError `not_found` for a site that the person may not see
 */
export function listMethods({ db, actor }: Context<StaffActor>, query: ListQuery) {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const resolved = await resolveSite(tx, actor, 'see', query)
      // Only a search reads the keys.
      const keys = query.search ? isKeyInUseOf() : sql`false`
      const { items, total } = await selectPage(resolved, {
        ...methodConditions(actor, 'see', resolved),
        sort: {
          name: signInMethods.foldedName,
          type: signInMethods.type,
          site: sites.foldedName,
          location: signInMethods.foldedDetails,
          last_modified: signInMethods.lastModified,
        },
        lastSort: signInMethods.id,
        rows: (where) =>
          tx
            .select({ clientId: signInMethods.clientId, id: signInMethods.id })
            .from(signInMethods)
            .innerJoin(sites, isSiteOf(signInMethods))
            .leftJoin(methodKeys, keys)
            .where(where)
            .$dynamic(),
        count: (where) =>
          tx
            .select({ total: count() })
            .from(signInMethods)
            .innerJoin(sites, isSiteOf(signInMethods))
            .leftJoin(methodKeys, keys)
            .where(where),
      })
      const found = await readPage(
        items,
        signInMethods,
        (where) => selectMethods(tx, actor).where(where),
        ({ method }) => method.id,
      )
      return { items: found, total }
    },
    listTransaction,
  )
}

/** How the list and bulk actions choose methods. Retired ones are among them only where the status asks for them. */
export function methodConditions(
  actor: StaffActor,
  right: SiteRight,
  { status }: Pick<Listed, 'status'>,
): ListConditions<Listed> {
  return {
    scope: and(
      isAccessibleSite(actor, right),
      status === 'retired' ? isNotNull(signInMethods.retiredAt) : isNull(signInMethods.retiredAt),
    ),
    search: { texts: [signInMethods.foldedName, signInMethods.foldedDetails, methodKeys.foldedKey] },
    filters: {
      site: ({ clientId, id }) => and(eq(sites.clientId, clientId), eq(sites.id, id)),
      type: (type) => eq(signInMethods.type, type),
      status: (chosen) =>
        chosen === 'retired' ? undefined : eq(signInMethods.enabled, chosen === 'enabled'),
    },
  }
}

/** Joins a method to its key in use. A retired method has none. */
export function isKeyInUseOf(): SQL | undefined {
  return and(
    eq(methodKeys.clientId, signInMethods.clientId),
    eq(methodKeys.methodId, signInMethods.id),
    isNull(methodKeys.retiredAt),
  )
}

function selectMethods(tx: Transaction, actor: StaffActor) {
  const mayManage = hasRightAtSite(actor, 'manage')
  return tx
    .select({
      method: signInMethods,
      key: methodKeys.key,
      siteName: sites.name,
      timeZone: sites.timeZone,
      client: { name: clients.name, look: clients.look, language: clients.language },
      reportedAt: kioskReports.reportedAt,
      canManage: sql<boolean>`${mayManage ?? sql`true`}`,
    })
    .from(signInMethods)
    .innerJoin(sites, isSiteOf(signInMethods))
    .innerJoin(clients, eq(clients.id, signInMethods.clientId))
    .leftJoin(methodKeys, isKeyInUseOf())
    .leftJoin(
      kioskReports,
      and(eq(kioskReports.clientId, signInMethods.clientId), eq(kioskReports.methodId, signInMethods.id)),
    )
}

export type MethodRow = Awaited<ReturnType<typeof getMethodOrThrow>>

/** A method, for whoever may see it. @throws AppError as `getMethodOrThrow` */
export function getMethod({ db, actor }: Context<StaffActor>, id: string): Promise<MethodRow> {
  return withScope(db, actor.scope, (tx) => getMethodOrThrow(tx, actor, 'see', id), { readOnly: true })
}

/**
 * A method at a site at which the person has the right, also a retired one.
 * @param lock keeps others from changing it until the transaction ends
 * @throws AppError `not_found`, also for a method of another client
 */
export async function getMethodOrThrow(
  tx: Transaction,
  actor: StaffActor,
  right: SiteRight,
  id: string,
  { lock = false } = {},
) {
  const query = selectMethods(tx, actor)
    .where(and(eq(signInMethods.id, id), isAccessibleSite(actor, right)))
    .$dynamic()
  const [row] = await (lock ? query.for('update', { of: signInMethods }) : query)
  if (!row) throw new AppError('not_found')
  return row
}
