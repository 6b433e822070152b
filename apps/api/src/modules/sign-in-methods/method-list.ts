import type { InputOf } from '@gatehouse/validation/endpoints/all'
import { isMethodKey, methodKeyLength } from '@gatehouse/validation/method-key'
import type { GuestLimit } from '@gatehouse/validation/vocabulary'
import { and, count, eq, exists, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { hasValues } from '../../db/has-values.ts'
import type { Context, ReadingActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { devices } from '../../db/schema/devices.ts'
import {
  kioskReports,
  limitedMethods,
  methodKeys,
  pairedKiosks,
  signInMethods,
} from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { type ListConditions, readPage, selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { isDeviceOnline, isWarning } from '../../db/online-devices.ts'
import { isLimitedNow } from '../../rate-limits/limited-methods.ts'
import { configurationColumns } from './configuration.ts'
import { hasRightAtSite, isAccessibleSite, type SiteRight } from '../sites/policy.ts'
import { isSiteOf, resolveSite, type WithSite } from '../sites/queries.ts'
import { millisOf } from '../../db/sql-values.ts'

type ListQuery = InputOf<'listSignInMethods'>['query']
type Listed = WithSite<Pick<ListQuery, 'search' | 'site' | 'type' | 'status'>>

/**
 * A page of the sign-in methods at the sites that the person may see.
 * @throws AppError `not_found` for a site that the person may not see
 */
export function listMethods({ db, actor }: Context<ReadingActor>, query: ListQuery) {
  return withListScope(db, actor.scope, async (tx) => {
    const resolved = await resolveSite(tx, actor, 'see', query)
    // Turns the left join into an inner one, so that PostgreSQL can read the sites in sorted order.
    const hasSite = query.sort.field === 'site' ? isNotNull(sites.id) : undefined
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
          .leftJoin(sites, isSiteOf(signInMethods))
          .where(and(where, hasSite))
          .$dynamic(),
      count: (where) =>
        tx
          .select({ total: count() })
          .from(signInMethods)
          .leftJoin(sites, isSiteOf(signInMethods))
          .where(where),
    })
    const found = await readPage(
      items,
      signInMethods,
      (where) => selectMethods(tx, actor).where(where),
      ({ method }) => method.id,
    )
    return { items: found, total }
  })
}

/**
 * The condition `isAccessibleSite` for methods. For an admin it does not read the sites, so that
 * PostgreSQL can skip their left join where nothing else needs it.
 */
export function isAtAccessibleSite(actor: ReadingActor, right: SiteRight): SQL | undefined {
  const { scope } = actor
  return and(
    not(signInMethods.siteArchived),
    actor.admin || actor.siteAdmin
      ? scope.kind === 'client'
        ? eq(signInMethods.clientId, scope.clientId)
        : undefined
      : isAccessibleSite(actor, right),
  )
}

/** How the list and bulk actions select methods. Retired ones only by the status filter. */
export function methodConditions(
  actor: ReadingActor,
  right: SiteRight,
  { status }: Pick<Listed, 'status'>,
): ListConditions<Listed> {
  return {
    scope: and(
      isAtAccessibleSite(actor, right),
      status === 'retired' ? isNotNull(signInMethods.retiredAt) : isNull(signInMethods.retiredAt),
    ),
    search: {
      texts: [signInMethods.foldedName, signInMethods.foldedDetails],
      related: (hasWord, word) => {
        // A partial key scans all keys. A whole one uses the index, and longer words match no key.
        const [typed] = word
        if (typed.length > methodKeyLength) return undefined
        const key = typed.toUpperCase()
        const isWhole = typed.length === methodKeyLength
        if (isWhole && !isMethodKey(key)) return undefined
        const found = new QueryBuilder()
          .select({ clientId: methodKeys.clientId, methodId: methodKeys.methodId })
          .from(methodKeys)
          .where(
            and(
              isNull(methodKeys.retiredAt),
              isWhole ? eq(methodKeys.key, key) : hasWord(methodKeys.foldedKey),
            ),
          )
        return sql`(${signInMethods.clientId}, ${signInMethods.id}) in (${found.getSQL()})`
      },
    },
    filters: {
      site: ({ clientId, id }) => hasValues(signInMethods, { clientId, siteId: id }),
      type: (type) => eq(signInMethods.type, type),
      status: (chosen) => hasStatus[chosen]?.(),
    },
  }
}

const ofMethod = hasValues(devices, { clientId: signInMethods.clientId, methodId: signInMethods.id })
const hasDevice = (condition: SQL | undefined) =>
  exists(
    new QueryBuilder()
      .select({ one: sql`1` })
      .from(devices)
      .where(and(ofMethod, condition)),
  )

/** Retired methods are selected by the scope. */
const hasStatus: Record<NonNullable<Listed['status']>, (() => SQL | undefined) | undefined> = {
  enabled: () => eq(signInMethods.enabled, true),
  disabled: () => eq(signInMethods.enabled, false),
  retired: undefined,
  online: () => hasDevice(isDeviceOnline),
  offline: () => hasDevice(and(isNotNull(devices.lastSeenAt), not(isDeviceOnline))),
  low_pressure: () => hasDevice(isWarning),
  never_seen: () => and(eq(signInMethods.type, 'device'), not(hasDevice(isNotNull(devices.lastSeenAt)))),
}

/** Joins a method to its key in use. A retired method has none. */
export function isKeyInUseOf(): SQL | undefined {
  return and(
    hasValues(methodKeys, { clientId: signInMethods.clientId, methodId: signInMethods.id }),
    isNull(methodKeys.retiredAt),
  )
}

const ofKiosks = sql`from ${kioskReports}
  where ${kioskReports.clientId} = ${signInMethods.clientId} and ${kioskReports.methodId} = ${signInMethods.id}`

const pairedTablets = sql<number>`(select count(*)::int from ${pairedKiosks}
  where ${pairedKiosks.clientId} = ${signInMethods.clientId} and ${pairedKiosks.methodId} = ${signInMethods.id})`

const limited = sql<{ what: GuestLimit; since: number }[]>`(
  select coalesce(json_agg(json_build_object('what', ${limitedMethods.kind},
      'since', ${millisOf(sql`${limitedMethods.since}`)})
    order by ${limitedMethods.since}), '[]')
  from ${limitedMethods}
  where ${limitedMethods.clientId} = ${signInMethods.clientId} and ${limitedMethods.methodId} = ${signInMethods.id}
    and ${isLimitedNow})`

function selectMethods(tx: Transaction, actor: ReadingActor) {
  const mayManage = hasRightAtSite(actor, 'manage')
  return tx
    .select({
      method: signInMethods,
      key: methodKeys.key,
      siteName: sites.name,
      timeZone: sites.timeZone,
      configuration: configurationColumns,
      client: {
        name: clients.name,
        look: clients.look,
        language: clients.language,
        accent: clients.accent,
        logo: clients.logo,
      },
      device: devices,
      isOnline: isDeviceOnline,
      reportedAt: sql`(select max(${kioskReports.reportedAt}) ${ofKiosks})`.mapWith(kioskReports.reportedAt),
      pairedTablets,
      limited,
      waiting: sql<number>`(select coalesce(sum(${kioskReports.waiting}), 0)::int ${ofKiosks})`,
      canManage: sql<boolean>`${mayManage ?? sql`true`}`,
    })
    .from(signInMethods)
    .innerJoin(sites, isSiteOf(signInMethods))
    .innerJoin(clients, eq(clients.id, signInMethods.clientId))
    .leftJoin(methodKeys, isKeyInUseOf())
    .leftJoin(devices, hasValues(devices, { clientId: signInMethods.clientId, methodId: signInMethods.id }))
}

export type MethodRow = Awaited<ReturnType<typeof getMethodOrThrow>>

/** A method that the person may see. */
export function getMethod({ db, actor }: Context<ReadingActor>, id: string): Promise<MethodRow> {
  return withReadScope(db, actor.scope, (tx) => getMethodOrThrow(tx, actor, 'see', id))
}

/**
 * A method at a site at which the person has the right, retired or not.
 * @param lock locks the method until the transaction ends
 * @throws AppError `not_found`, also for a method of another client
 */
export async function getMethodOrThrow(
  tx: Transaction,
  actor: ReadingActor,
  right: SiteRight,
  id: string,
  { lock = false } = {},
) {
  const query = selectMethods(tx, actor)
    .where(and(eq(signInMethods.id, id), isAccessibleSite(actor, right)))
    .$dynamic()
  const [row] = await (lock ? query.for('no key update', { of: signInMethods }) : query)
  if (!row) throw new AppError('not_found')
  return row
}
