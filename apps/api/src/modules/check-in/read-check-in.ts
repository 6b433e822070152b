import { and, eq, sql } from 'drizzle-orm'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import { clients } from '../../db/schema/clients.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { idempotencyKeys } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import { activeBanId, type BanKeyName, banKeyValues } from '../bans/find-ban.ts'
import {
  isActiveSiteOfMethod,
  isOpenMethodOfClient,
  openMethodColumns,
  type OpenMethod,
} from '../sign-in-methods/queries.ts'
import { knownUserId } from '../users/known-users.ts'
import type { CheckInForm } from './check-in-form.ts'
import { formColumns } from './find-check-in-form.ts'
import type { StoredRequest } from './idempotency.ts'

/** Everything that a check-in is decided by, as it is at one moment. */
export interface CheckInFacts {
  /** The earlier request with the same idempotency key. */
  stored: StoredRequest | null
  /** The method, if it accepts sign-ins. */
  open: OpenMethod | undefined
  /** The form of the site, its roles marked with whether they are the visitor's own. */
  form: CheckInForm
  /** The client's user with the visitor's name and mobile. */
  userId: string | null
  /** A ban that applies to the visitor. */
  banId: string | null
}

type Given = 'clientId' | 'methodId' | 'idempotencyKey' | 'personKey' | 'now' | BanKeyName

const selectFacts = preparedQuery((db, given: Placeholders<Given>) =>
  db
    .select({
      stored: {
        requestHash: idempotencyKeys.requestHash,
        status: idempotencyKeys.status,
        answer: idempotencyKeys.answer,
      },
      ...openMethodColumns,
      ...formColumns(db, given, sites.id),
      userId: sql<string | null>`(${knownUserId(db, given)})`,
      banId: sql<string | null>`(${activeBanId(db, given, sites.id)})`,
    })
    .from(clients)
    .leftJoin(
      idempotencyKeys,
      and(
        eq(idempotencyKeys.clientId, clients.id),
        eq(idempotencyKeys.methodId, given.methodId),
        eq(idempotencyKeys.key, given.idempotencyKey),
      ),
    )
    .leftJoin(signInMethods, isOpenMethodOfClient(db, given))
    .leftJoin(sites, isActiveSiteOfMethod())
    .where(eq(clients.id, given.clientId)),
)

/**
 * Reads all facts in one query.
 * @param visitor the keys of the visitor; a person without keys is unknown and not banned
 */
export async function readCheckInFacts(
  tx: Transaction,
  { scope: { clientId }, methodId }: FoundMethod,
  idempotencyKey: string | undefined,
  visitor: { personKey: string; banKeys: readonly string[] },
  now: Date,
): Promise<CheckInFacts> {
  const [row] = await selectFacts(tx, {
    clientId,
    methodId,
    idempotencyKey: idempotencyKey ?? null,
    personKey: visitor.personKey,
    now,
    ...banKeyValues(visitor.banKeys),
  })
  if (!row)
    return { stored: null, open: undefined, form: { roles: [], questions: [] }, userId: null, banId: null }
  const { stored, method, site, look, language, contactRetentionDays, roles, questions, userId, banId } = row
  return {
    stored,
    open: method && site ? { method, site, look, language, contactRetentionDays } : undefined,
    form: { roles, questions },
    userId,
    banId,
  }
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
