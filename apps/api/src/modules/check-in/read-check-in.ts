import { hasValues } from '../../db/has-values.ts'
import { idempotencyKeys } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { type BanInForce, bansInForce } from '../bans/find-ban.ts'
import { type OpenMethod, openMethodQuery } from '../sign-in-methods/queries.ts'
import type { Attempt } from './attempt.ts'
import {
  type CheckInForm,
  knownUserQuery,
  ownRoles,
  siteForm,
  type SiteForm,
  toForm,
} from './check-in-form.ts'

/** All facts that decide a check-in, in one snapshot. */
export interface CheckInFacts {
  /** The earlier request with the same idempotency key. */
  stored: Pick<typeof idempotencyKeys.$inferSelect, 'requestHash' | 'status' | 'response'> | null
  /** The method, if it accepts sign-ins. */
  open: OpenMethod | null
  /** The form of the site, with the visitor's own roles marked. */
  form: CheckInForm
  /** The client's user with the visitor's name and mobile. */
  userId: string | null
  /** Whether the visitor is already on the site. */
  isPresent: boolean
  /** The visitor's active bans, at any site. */
  bans: BanInForce[]
}

const SITE_ID = `(open.site ->> 'id')::uuid`
const BANS = bansInForce('$1', { keys: 'asked.ban_keys', userId: 'null', now: 'asked.now' })

/** Limits and scalar comparisons make each row an index lookup, whatever the statistics say. */
const factsQuery = `
  select stored.request_hash as "requestHash", stored.status, stored.answer as response,
    row_to_json(open) as open,
    case when asked.is_first then ${siteForm({ clientId: '$1', siteId: SITE_ID, methodId: 'asked.method_id' })} end
      as form,
    known.id as "userId", ${ownRoles('$1', 'known.id')} as "ownRoles",
    (select true from presence
      where client_id = $1 and site_id = ${SITE_ID} and person_key = asked.person_key) is not null as "isPresent",
    case when exists (
      select from bans
      where client_id = $1 and lifted_at is null and (until_at is null or until_at > asked.now)) then ${BANS} end
      as bans
  from rows from (jsonb_to_recordset($2::jsonb)
      as (method_id uuid, key uuid, person_key text, ban_keys text[], now timestamptz, is_first boolean))
    with ordinality as asked (method_id, key, person_key, ban_keys, now, is_first, place)
  left join lateral (
    select * from idempotency_keys
    where client_id = $1 and method_id = asked.method_id and key = asked.key limit 1) stored on true
  left join lateral (${openMethodQuery('$1', 'asked.method_id')}) open on true
  left join lateral (${knownUserQuery('$1', 'asked.person_key')}) known on true
  order by asked.place`

type FactsRow = Omit<CheckInFacts, 'stored' | 'form' | 'bans'> & {
  requestHash: Uint8Array | null
  status: number | null
  response: string | null
  /** The form of a method is read only for the first request with that method. */
  form: SiteForm | null
  ownRoles: string[]
  bans: BanInForce[] | null
}

/** Reads the facts of several check-ins of one client in one query, in their order. */
export async function readCheckInFacts(
  tx: Transaction,
  clientId: string,
  attempts: readonly Attempt[],
): Promise<CheckInFacts[]> {
  const methodIds = new Set<string>()
  const asked = attempts.map(({ ctx, deps, method: { methodId }, idempotency, visitor }) => {
    const isFirst = !methodIds.has(methodId)
    methodIds.add(methodId)
    return {
      method_id: methodId,
      key: idempotency?.key,
      // An invalid mobile has no person key.
      person_key: visitor?.personKey ?? '',
      ban_keys: visitor && visitor.mobile !== '' ? deps.banKeys(clientId, visitor) : [],
      now: ctx.now,
      is_first: isFirst,
    }
  })
  const rows = await tx.prepared<FactsRow>(factsQuery, [clientId, JSON.stringify(asked)])
  const forms = new Map(rows.map(({ open, form }) => [form && open?.method.id, form]))
  return rows.map(({ requestHash, status, response, open, ownRoles: own, userId, isPresent, bans }) => {
    const form = open && forms.get(open.method.id)
    return {
      open,
      userId,
      isPresent,
      bans: bans ?? [],
      stored: requestHash && { requestHash, status, response },
      form: form ? toForm(form, own) : { roles: [], questions: [] },
    }
  })
}

/** Whether a request with this idempotency key already has a response. */
export async function isKeyInUse(
  tx: Transaction,
  { clientId, methodId, key }: { clientId: string; methodId: string; key: string },
): Promise<boolean> {
  const found = await tx
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(hasValues(idempotencyKeys, { clientId, methodId, key }))
  return found.length > 0
}
