import { and, eq, exists, sql } from 'drizzle-orm'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import { clients } from '../../db/schema/clients.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { idempotencyKeys, presence } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import { bansInForce } from '../bans/find-ban.ts'
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
  /** Whether the visitor is on the site already. */
  isPresent: boolean
  /** Whether the client has any ban in force, so that one may apply to the visitor. */
  clientHasBans: boolean
}

type Given = 'clientId' | 'methodId' | 'idempotencyKey' | 'personKey' | 'now'

const selectFacts = preparedQuery((db, given: Placeholders<Given>) =>
  db
    .select({
      stored: {
        requestHash: idempotencyKeys.requestHash,
        status: idempotencyKeys.status,
        response: idempotencyKeys.response,
      },
      ...openMethodColumns,
      ...formColumns(db, given, sites.id),
      userId: sql<string | null>`(${knownUserId(db, given)})`,
      isPresent: sql<boolean>`${presence.visitId} is not null`,
      clientHasBans: sql<boolean>`${exists(bansInForce(db, given))}`,
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
    .leftJoin(
      presence,
      and(
        eq(presence.clientId, clients.id),
        eq(presence.siteId, sites.id),
        eq(presence.personKey, given.personKey),
      ),
    )
    .where(eq(clients.id, given.clientId)),
)

/**
 * Reads all facts in one query.
 * @param personKey the visitor's key; empty for one whose mobile cannot be read
 */
export async function readCheckInFacts(
  tx: Transaction,
  { scope: { clientId }, methodId }: FoundMethod,
  idempotencyKey: string | undefined,
  personKey: string,
  now: Date,
): Promise<CheckInFacts> {
  const [row] = await selectFacts(tx, {
    clientId,
    methodId,
    idempotencyKey: idempotencyKey ?? null,
    personKey,
    now,
  })
  if (!row) return noFacts
  const {
    method,
    site,
    look,
    language,
    contactRetentionDays,
    acceptsUnknownMobiles,
    roles,
    questions,
    ...others
  } = row
  return {
    ...others,
    open:
      method && site
        ? { method, site, look, language, contactRetentionDays, acceptsUnknownMobiles }
        : undefined,
    form: { roles, questions },
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
