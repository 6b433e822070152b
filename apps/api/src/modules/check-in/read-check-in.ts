import { and, eq, exists, sql } from 'drizzle-orm'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import { clients } from '../../db/schema/clients.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { idempotencyKeys, presence } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { bansInForce } from '../bans/find-ban.ts'
import { isActiveSiteOfMethod, isOpenMethodOfClient, type OpenMethod } from '../sign-in-methods/queries.ts'
import { knownUser } from '../users/known-users.ts'
import type { CheckInForm } from './check-in-form.ts'
import { formColumns, ownRolesColumn, type SiteForm, toForm } from './find-check-in-form.ts'
import type { StoredRequest } from './idempotency.ts'

/** Everything that a check-in is decided by, as it is at one moment. */
export interface CheckInFacts {
  /** The earlier request with the same idempotency key. */
  stored: StoredRequest | null
  /** The method, if it accepts sign-ins. */
  open: CheckInMethod | undefined
  /** The form of the site, its roles marked with whether they are the visitor's own. */
  form: CheckInForm
  /** The client's user with the visitor's name and mobile. */
  userId: string | null
  /** Whether the visitor is on the site already. */
  isPresent: boolean
  /** Whether the client has any ban in force, so that one may apply to the visitor. */
  clientHasBans: boolean
}

/** What a check-in needs of an open method, its site and its client. */
export type CheckInMethod = Pick<OpenMethod, 'language' | 'acceptsUnknownMobiles'> & {
  method: Pick<OpenMethod['method'], 'id' | 'type' | 'useTemperature' | 'asksHost'>
  site: Pick<
    OpenMethod['site'],
    'clientId' | 'id' | 'name' | 'region' | 'questionsByUser' | 'lowTemperature' | 'highTemperature'
  >
}

/** Whose facts are read. */
export interface FactsRequest {
  methodId: string
  idempotencyKey: string | undefined
  /** The visitor's key; empty for one whose mobile cannot be read. */
  personKey: string
  now: Date
}

/** The requests as a table. The form of a method is read once, for its first request. */
const asked = {
  place: sql<number>`asked.place::integer`,
  methodId: sql`asked.method_id`,
  idempotencyKey: sql`asked.key`,
  personKey: sql`asked.person_key`,
  now: sql`asked.now`,
  isFirst: sql`asked.is_first`,
}

/** Lateral joins with a limit: for each request PostgreSQL looks its rows up by their keys, whatever it knows of the tables when it plans. */
const selectFacts = preparedQuery((db, given: Placeholders<'clientId' | 'requests'>) => {
  const { clientId } = given
  const stored = db
    .select({
      requestHash: idempotencyKeys.requestHash,
      status: idempotencyKeys.status,
      response: idempotencyKeys.response,
    })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.clientId, clientId),
        eq(idempotencyKeys.methodId, asked.methodId),
        eq(idempotencyKeys.key, asked.idempotencyKey),
      ),
    )
    .limit(1)
    .as('stored')
  const open = db
    .select({
      id: signInMethods.id,
      type: signInMethods.type,
      useTemperature: signInMethods.useTemperature,
      asksHost: signInMethods.asksHost,
      siteId: signInMethods.siteId,
      siteName: sites.name,
      region: sites.region,
      questionsByUser: sites.questionsByUser,
      lowTemperature: sites.lowTemperature,
      highTemperature: sites.highTemperature,
    })
    .from(signInMethods)
    .innerJoin(sites, isActiveSiteOfMethod())
    .where(isOpenMethodOfClient(db, { methodId: asked.methodId }))
    .limit(1)
    .as('open')
  const known = knownUser(db, { clientId, personKey: asked.personKey }).as('known')
  const { roles, questions } = formColumns(db, { clientId, siteId: open.siteId, methodId: asked.methodId })
  const present = db
    .select({ one: sql`true` })
    .from(presence)
    .where(
      and(
        eq(presence.clientId, clientId),
        eq(presence.siteId, open.siteId),
        eq(presence.personKey, asked.personKey),
      ),
    )
  return db
    .select({
      place: asked.place,
      stored: { requestHash: stored.requestHash, status: stored.status, response: stored.response },
      open: {
        id: open.id,
        type: open.type,
        useTemperature: open.useTemperature,
        asksHost: open.asksHost,
        siteId: open.siteId,
        siteName: open.siteName,
        region: open.region,
        questionsByUser: open.questionsByUser,
        lowTemperature: open.lowTemperature,
        highTemperature: open.highTemperature,
      },
      language: clients.language,
      acceptsUnknownMobiles: clients.acceptsUnknownMobiles,
      roles: sql<SiteForm['roles'] | null>`case when ${asked.isFirst} then ${roles} end`,
      questions: sql<SiteForm['questions'] | null>`case when ${asked.isFirst} then ${questions} end`,
      userId: known.id,
      ownRoles: ownRolesColumn(db, clientId, known.id),
      isPresent: sql<boolean>`(${present}) is not null`,
      clientHasBans: sql<boolean>`${exists(bansInForce(db, { clientId, now: asked.now }))}`,
    })
    .from(clients)
    .innerJoin(
      sql`rows from (jsonb_to_recordset(${given.requests}::jsonb)
          as (method_id uuid, key uuid, person_key text, now timestamptz, is_first boolean))
        with ordinality as asked (method_id, key, person_key, now, is_first, place)`,
      sql`true`,
    )
    .leftJoinLateral(stored, sql`true`)
    .leftJoinLateral(open, sql`true`)
    .leftJoinLateral(known, sql`true`)
    .where(eq(clients.id, clientId))
})

/** Reads all facts of check-ins of one client in one query, in the order of the requests. */
export async function readCheckInFacts(
  tx: Transaction,
  clientId: string,
  requests: readonly FactsRequest[],
): Promise<CheckInFacts[]> {
  const methodIds = new Set<string>()
  const given = requests.map(({ methodId, idempotencyKey, personKey, now }) => {
    const isFirst = !methodIds.has(methodId)
    methodIds.add(methodId)
    return { method_id: methodId, key: idempotencyKey, person_key: personKey, now, is_first: isFirst }
  })
  const rows = await selectFacts(tx, { clientId, requests: JSON.stringify(given) })
  const forms = new Map<string, SiteForm>()
  for (const { open, roles, questions } of rows) {
    if (open && roles && questions) forms.set(open.id, { roles, questions })
  }
  const facts = new Map(rows.map((row) => [row.place - 1, row]))
  return requests.map((_, index) => {
    const row = facts.get(index)
    if (!row) return noFacts
    const { stored, userId, ownRoles, isPresent, clientHasBans } = row
    const form = row.open && forms.get(row.open.id)
    return {
      stored,
      open: toMethod(clientId, row),
      form: form ? toForm(form, ownRoles) : noFacts.form,
      userId,
      isPresent,
      clientHasBans,
    }
  })
}

type FactsRow = Awaited<ReturnType<typeof selectFacts>>[number]

function toMethod(
  clientId: string,
  { open, language, acceptsUnknownMobiles }: Pick<FactsRow, 'open' | 'language' | 'acceptsUnknownMobiles'>,
): CheckInMethod | undefined {
  if (!open) return undefined
  const { id, type, useTemperature, asksHost, siteId, siteName, ...site } = open
  return {
    method: { id, type, useTemperature, asksHost },
    site: { clientId, id: siteId, name: siteName, ...site },
    language,
    acceptsUnknownMobiles,
  }
}

/** The facts where the client is gone. */
const noFacts: CheckInFacts = {
  stored: null,
  open: undefined,
  form: { roles: [], questions: [] },
  userId: null,
  isPresent: false,
  clientHasBans: false,
}

/** Whether a request with this idempotency key has a response by now. */
export async function isKeyInUse(
  tx: Transaction,
  { clientId, methodId, key }: { clientId: string; methodId: string; key: string },
): Promise<boolean> {
  const found = await tx
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.clientId, clientId),
        eq(idempotencyKeys.methodId, methodId),
        eq(idempotencyKeys.key, key),
      ),
    )
  return found.length > 0
}
