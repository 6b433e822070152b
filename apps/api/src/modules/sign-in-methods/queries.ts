import type { Language } from '@gatehouse/validation/vocabulary'
import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import { clients } from '../../db/schema/clients.ts'
import { methodKeys, signInMethods, type Translated } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import type { Transaction } from '../../db/tenancy.ts'

const selectOpenMethod = preparedQuery((db, { clientId, methodId }: Placeholders<'clientId' | 'methodId'>) =>
  db
    .select({
      method: signInMethods,
      site: sites,
      look: clients.look,
      language: clients.language,
      contactRetentionDays: clients.contactRetentionDays,
    })
    .from(signInMethods)
    .innerJoin(sites, and(eq(sites.clientId, signInMethods.clientId), eq(sites.id, signInMethods.siteId)))
    .innerJoin(clients, eq(clients.id, signInMethods.clientId))
    .where(
      and(
        eq(signInMethods.clientId, clientId),
        eq(signInMethods.id, methodId),
        eq(signInMethods.enabled, true),
        isNull(signInMethods.retiredAt),
        exists(
          db
            .select({ one: sql`1` })
            .from(methodKeys)
            .where(
              and(
                eq(methodKeys.clientId, clientId),
                eq(methodKeys.methodId, methodId),
                isNull(methodKeys.retiredAt),
              ),
            ),
        ),
        eq(sites.status, 'active'),
        eq(clients.enabled, true),
      ),
    ),
)

/**
 * A method that accepts sign-ins, with its site and client; undefined where one of the three is closed, or where no key of the method is
 * in use.
 */
export async function findOpenMethod(tx: Transaction, { scope: { clientId }, methodId }: FoundMethod) {
  const [found] = await selectOpenMethod(tx, { clientId, methodId })
  return found
}

export type OpenMethod = NonNullable<Awaited<ReturnType<typeof findOpenMethod>>>

/** The text in the language, else in the client's own, else in any language; empty where there is none. */
export function textIn(texts: Translated, language: Language, own: Language): string {
  return texts[language] ?? texts[own] ?? Object.values(texts)[0] ?? ''
}
