import type { Language, LookName } from '@gatehouse/validation/vocabulary'
import { and, isNull } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { signInMethods, type Translated } from '../../db/schema/sign-in-methods.ts'
import type { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'

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
