import type { Language } from '@gatehouse/validation/vocabulary'
import { and, eq, exists, isNull, type Placeholder, sql, type SQLWrapper } from 'drizzle-orm'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import { clients } from '../../db/schema/clients.ts'
import { musters } from '../../db/schema/musters.ts'
import { methodKeys, signInMethods, type Translated } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import type { SharedDatabase, Transaction } from '../../db/tenancy.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'

/** The columns of an open method, with its site and client. */
export const openMethodColumns = {
  method: {
    id: signInMethods.id,
    type: signInMethods.type,
    useTemperature: signInMethods.useTemperature,
    asksHost: signInMethods.asksHost,
    successMessage: signInMethods.successMessage,
    look: signInMethods.look,
    colours: signInMethods.colours,
  },
  site: {
    clientId: sites.clientId,
    id: sites.id,
    name: sites.name,
    timeZone: sites.timeZone,
    region: sites.region,
    questionsByUser: sites.questionsByUser,
    lowTemperature: sites.lowTemperature,
    highTemperature: sites.highTemperature,
  },
  look: clients.look,
  language: clients.language,
  contactRetentionDays: clients.contactRetentionDays,
  acceptsUnknownMobiles: clients.acceptsUnknownMobiles,
}

/** Joins a client to the method with this id, if it accepts sign-ins: neither the client nor the method nor all of its keys are closed. */
export function isOpenMethodOfClient(
  db: SharedDatabase,
  { methodId }: { methodId: Placeholder | SQLWrapper },
) {
  const keyInUse = db
    .select({ one: sql`1` })
    .from(methodKeys)
    .where(
      and(
        eq(methodKeys.clientId, signInMethods.clientId),
        eq(methodKeys.methodId, signInMethods.id),
        isNull(methodKeys.retiredAt),
      ),
    )
  return and(
    eq(signInMethods.clientId, clients.id),
    eq(signInMethods.id, methodId),
    eq(signInMethods.enabled, true),
    isNull(signInMethods.retiredAt),
    exists(keyInUse),
    eq(clients.enabled, true),
  )
}

/** Joins a method to its site, if that is not archived. */
export function isActiveSiteOfMethod() {
  return and(
    eq(sites.clientId, signInMethods.clientId),
    eq(sites.id, signInMethods.siteId),
    eq(sites.status, 'active'),
  )
}

/** Whether the muster that is running at a site is a drill; null without a muster. */
const runningMusterIsDrill = sql<boolean | null>`(
  select ${musters.drill} from ${musters}
  where ${musters.clientId} = ${sites.clientId} and ${musters.siteId} = ${sites.id} and ${musters.endedAt} is null)`

const selectOpenMethod = preparedQuery((db, given: Placeholders<'clientId' | 'methodId'>) =>
  db
    .select({ ...openMethodColumns, musterIsDrill: runningMusterIsDrill })
    .from(clients)
    .innerJoin(signInMethods, isOpenMethodOfClient(db, given))
    .innerJoin(sites, isActiveSiteOfMethod())
    .where(eq(clients.id, given.clientId)),
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

/** Whether a method of the site that is in use asks visitors whom they come to see. */
export async function siteAsksHost(
  tx: Transaction,
  { clientId, siteId }: Record<'clientId' | 'siteId', string>,
): Promise<boolean> {
  const [asking] = await tx
    .select({ id: signInMethods.id })
    .from(signInMethods)
    .where(
      and(
        eq(signInMethods.clientId, clientId),
        eq(signInMethods.siteId, siteId),
        eq(signInMethods.asksHost, true),
        eq(signInMethods.enabled, true),
        isNull(signInMethods.retiredAt),
      ),
    )
    .limit(1)
  return asking !== undefined
}

/** The text in the language, else in the client's own, else in any language; empty where there is none. */
export function textIn(texts: Translated, language: Language, own: Language): string {
  return texts[language] ?? texts[own] ?? Object.values(texts)[0] ?? ''
}
