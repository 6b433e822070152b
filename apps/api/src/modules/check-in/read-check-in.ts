import { and, eq } from 'drizzle-orm'
import { idempotencyKeys } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { type OpenMethod, openMethodQuery } from '../sign-in-methods/queries.ts'
import { knownUserQuery } from '../users/known-users.ts'
import type { CheckInForm } from './check-in-form.ts'
import { ownRoles, siteForm, type SiteForm, toForm } from './find-check-in-form.ts'
import type { StoredRequest } from './idempotency.ts'

/** Everything that a check-in is decided by, as it is at one moment. */
export interface CheckInFacts {
  /** The earlier request with the same idempotency key. */
  stored: StoredRequest | null
  /** The method, if it accepts sign-ins. */
  open: OpenMethod | null
  /** The form of the site, its roles marked with whether they are the visitor's own. */
  form: CheckInForm
  /** The client's user with the visitor's name and mobile. */
  userId: string | null
  /** Whether the visitor is on the site already. */
  isPresent: boolean
  /** Whether the client has a ban that is not over, so that one may apply to the visitor. It may begin later. */
  clientHasBans: boolean
}

/** Whose facts are read. */
export interface FactsRequest {
  methodId: string
  idempotencyKey: string | undefined
  /** The visitor's key; empty for one whose mobile cannot be read. */
  personKey: string
  now: Date
}

const SITE_ID = `(open.site ->> 'id')::uuid`

/** A limit, and a comparison of a scalar, let each row be looked up by its key, whatever PostgreSQL knows of the tables when it plans. */
const factsQuery = `
  select stored.request_hash as "requestHash", stored.status, stored.answer as response,
    row_to_json(open) as open,
    case when asked.is_first then ${siteForm({ clientId: '$1', siteId: SITE_ID, methodId: 'asked.method_id' })} end
      as form,
    known.id as "userId", ${ownRoles('$1', 'known.id')} as "ownRoles",
    (select true from presence
      where client_id = $1 and site_id = ${SITE_ID} and person_key = asked.person_key) is not null as "isPresent",
    exists (
      select from bans
      where client_id = $1 and lifted_at is null and (until_at is null or until_at > asked.now)) as "clientHasBans"
  from rows from (jsonb_to_recordset($2::jsonb)
      as (method_id uuid, key uuid, person_key text, now timestamptz, is_first boolean))
    with ordinality as asked (method_id, key, person_key, now, is_first, place)
  left join lateral (
    select * from idempotency_keys
    where client_id = $1 and method_id = asked.method_id and key = asked.key limit 1) stored on true
  left join lateral (${openMethodQuery('$1', 'asked.method_id')}) open on true
  left join lateral (${knownUserQuery('$1', 'asked.person_key')}) known on true
  order by asked.place`

type FactsRow = Omit<CheckInFacts, 'stored' | 'form'> & {
  requestHash: Uint8Array | null
  status: number | null
  response: string | null
  /** The form of a method is read once, for its first request. */
  form: SiteForm | null
  ownRoles: string[]
}

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
  const rows = await tx.prepared<FactsRow>(factsQuery, [clientId, JSON.stringify(given)])
  const forms = new Map(rows.map(({ open, form }) => [form && open?.method.id, form]))
  return rows.map(({ requestHash, status, response, open, ownRoles: own, ...row }) => {
    const form = open && forms.get(open.method.id)
    const { userId, isPresent, clientHasBans } = row
    return {
      open,
      userId,
      isPresent,
      clientHasBans,
      stored: requestHash && { requestHash, status, response },
      form: form ? toForm(form, own) : { roles: [], questions: [] },
    }
  })
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
