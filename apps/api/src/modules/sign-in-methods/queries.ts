import type { Language, LookName } from '@gatehouse/validation/vocabulary'
import { and, isNull, eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { hasValues } from '../../db/has-values.ts'
import { signInMethods, type Translated } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { type FoundMethod, findMethodById } from '../../db/tenant-lookups.ts'
import type { StaffActor } from '../../context.ts'
import { AppError } from '../../lib/app-error.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'
import type { Database } from '../../db/client.ts'

/** A method that accepts sign-ins, with its site and client. */
export interface OpenMethod {
  method: Pick<
    typeof signInMethods.$inferSelect,
    'id' | 'type' | 'useTemperature' | 'asksHost' | 'successMessage' | 'look' | 'colours'
  >
  site: Pick<
    typeof sites.$inferSelect,
    | 'clientId'
    | 'id'
    | 'name'
    | 'timeZone'
    | 'region'
    | 'questionsByUser'
    | 'lowTemperature'
    | 'highTemperature'
    | 'picture'
  >
  look: LookName
  clientName: string
  accent: string | null
  logo: string | null
  language: Language
  contactRetentionDays: number | null
  acceptsUnknownMobiles: boolean
  /** Whether the running muster of the site is a drill; null without a muster. */
  musterIsDrill: boolean | null
}

/**
 * The query of a method that accepts sign-ins: client, site and method are open, and it has a key
 * in use.
 * @param clientId @param methodId parameters or columns of the larger query
 */
export const openMethodQuery = (clientId: string, methodId: string) => `
  select
    json_build_object('id', method.id, 'type', method.type, 'useTemperature', method.use_temperature,
      'asksHost', method.asks_host, 'successMessage', method.success_message, 'look', method.look,
      'colours', method.colours) as method,
    json_build_object('clientId', site.client_id, 'id', site.id, 'name', site.name, 'timeZone', site.time_zone,
      'region', site.region, 'questionsByUser', site.questions_by_user, 'lowTemperature', site.low_temperature,
      'highTemperature', site.high_temperature, 'picture', site.picture) as site,
    client.look, client.name as "clientName", client.accent, client.logo, client.language, client.contact_retention_days as "contactRetentionDays",
    client.accepts_unknown_mobiles as "acceptsUnknownMobiles",
    (select drill from musters where client_id = site.client_id and site_id = site.id and ended_at is null)
      as "musterIsDrill"
  from clients client
  join sign_in_methods method on method.client_id = client.id
  join sites site on site.client_id = method.client_id and site.id = method.site_id
  where client.id = ${clientId} and method.id = ${methodId}
    and client.enabled and site.status = 'active' and method.enabled and method.retired_at is null
    and exists (
      select from method_keys
      where client_id = method.client_id and method_id = method.id and method_keys.retired_at is null)`

const selectOpenMethod = openMethodQuery('$1', '$2')

/**
 * A method that accepts sign-ins, with its site and client; undefined where one of the three is
 * closed or the method has no key in use.
 */
export async function findOpenMethod(
  tx: Transaction,
  { scope: { clientId }, methodId }: FoundMethod,
): Promise<OpenMethod | undefined> {
  const [found] = await tx.prepared<OpenMethod>(selectOpenMethod, [clientId, methodId])
  return found
}

/** Whether an enabled method of the site asks visitors for their host. */
export async function siteAsksHost(
  tx: Transaction,
  { clientId, siteId }: Record<'clientId' | 'siteId', string>,
): Promise<boolean> {
  const [asking] = await tx
    .select({ id: signInMethods.id })
    .from(signInMethods)
    .where(
      and(
        hasValues(signInMethods, { clientId, siteId, asksHost: true, enabled: true }),
        isNull(signInMethods.retiredAt),
      ),
    )
    .limit(1)
  return asking !== undefined
}

/** The text in the language, else in the client's language, else in any; empty without a text. */
export function textIn(texts: Translated, language: Language, own: Language): string {
  return texts[language] ?? texts[own] ?? Object.values(texts)[0] ?? ''
}

/**
 * The site of a method that the person manages.
 * @throws AppError `not_found`, or `forbidden` where the person only sees the site
 */
export async function getManagedSiteOrThrow(
  tx: Transaction,
  actor: StaffActor,
  methodId: string,
): Promise<Record<'clientId' | 'siteId', string>> {
  const [found] = await tx
    .select({
      clientId: sites.clientId,
      siteId: sites.id,
      canManage: sql<boolean>`(${isAccessibleSite(actor, 'manage')})`,
    })
    .from(signInMethods)
    .innerJoin(sites, isSiteOf(signInMethods))
    .where(and(eq(signInMethods.id, methodId), isAccessibleSite(actor, 'see')))
  if (!found) throw new AppError('not_found')
  const { canManage, ...site } = found
  if (!canManage) throw new AppError('forbidden')
  return site
}

const REMEMBERED = 10_000

export type MethodDirectory = ReturnType<typeof createMethodDirectory>

/** Caches the client of each method. It never changes, so each node looks it up once. */
export function createMethodDirectory() {
  const remembered = new LRUCache<string, FoundMethod>({ max: REMEMBERED })
  return {
    /** Finds a method by id (a lower-case UUID), closed or not. Unknown ids are not cached. */
    async find(db: Database, methodId: string): Promise<FoundMethod | undefined> {
      const known = remembered.get(methodId)
      if (known) return known
      const found = await findMethodById(db, methodId)
      if (found) remembered.set(methodId, found)
      return found
    },
  }
}
