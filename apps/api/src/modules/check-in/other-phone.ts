import { musterLimits } from '@gatehouse/validation/muster-limits'
import { type SQL, sql } from 'drizzle-orm'
import { visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { LONGEST_VISIT_DAYS, type VisitKey } from './presence.ts'
import type { CheckIn } from './write-check-in.ts'

/** A sign-in during a stay, possibly from another phone. */
export interface SecondSignIn {
  checkIn: Pick<CheckIn, 'id' | 'at' | 'open' | 'earlierVisit'>
  /** The visit that it closes; null for a late sign-in where another visit has closed it. */
  closes: VisitKey | null
}

/**
 * Marks sign-ins to an open stay that may come from another phone, unless the phone has an unmarked
 * pass of the stay: a name and a mobile are enough to sign in as another person and check them out.
 * No dependent gets lost: each visit of the stay has at least as many as the one that it closes.
 */
export async function markOtherPhones(tx: Transaction, signIns: readonly SecondSignIn[]): Promise<void> {
  if (signIns.length === 0) return
  const rows = signIns.map(({ checkIn: { id, at, open, earlierVisit }, closes }) => ({
    client_id: open.site.clientId,
    id,
    at,
    earlier: earlierVisit,
    closes: closes?.id,
    closes_at: closes?.signedInAt,
  }))
  await tx.execute(sql`
    with again as materialized (
      select given.*, exists (
        with recursive stay (id, next) as (
          select id, superseded_by from visits earlier
          where earlier.client_id = given.client_id and earlier.id = given.earlier and not earlier.other_phone
          union all
          select later.id, later.superseded_by from stay join visits later
            on later.client_id = given.client_id and later.id = stay.next)
        select from stay where stay.id = given.id) as is_own
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (client_id uuid, id uuid, at timestamptz, earlier uuid, closes uuid, closes_at timestamptz)),
    marked as (
      update visits set other_phone = not again.is_own,
        dependents = greatest(visits.dependents, (
          select dependents from visits closed
          where closed.client_id = again.client_id and closed.id = again.closes and closed.signed_in_at = again.closes_at))
      from again
      where visits.client_id = again.client_id and visits.id = again.id and visits.signed_in_at = again.at
        and (not again.is_own or ${hasOtherIn(sql`visits`)})
      returning visits.client_id, visits.site_id, visits.person_key, visits.id, visits.dependents)
    update presence set dependents = marked.dependents from marked
    where presence.client_id = marked.client_id and presence.site_id = marked.site_id
      and presence.person_key = marked.person_key and presence.visit_id = marked.id
      and presence.dependents < marked.dependents`)
}

/**
 * Whether a marked visit belongs to the same stay as the visit of `of`. Looks up the ends of the
 * stay first: anyone with a name and a mobile can create thousands of visits, and comparing each
 * with all others would be too slow.
 */
const hasOtherIn = (of: SQL): SQL => sql`exists (
  select from (
    select
      (select max(ended.signed_in_at) from visits ended
        where ${isOfPerson(sql`ended`, of)} and ended.ended_as <> 'superseded'
          and ended.signed_in_at >= ${of}.signed_in_at - ${longest} and ended.signed_in_at < ${of}.signed_in_at) as after,
      (select min(ended.signed_in_at) from visits ended
        where ${isOfPerson(sql`ended`, of)} and ended.ended_as <> 'superseded'
          and ended.signed_in_at >= ${of}.signed_in_at and ended.signed_in_at <= ${of}.signed_in_at + ${longest}) as until
    offset 0) stay
  join visits marked on ${isOfPerson(sql`marked`, of)} and marked.other_phone
    and marked.signed_in_at between ${of}.signed_in_at - ${longest} and ${of}.signed_in_at + ${longest}
    and marked.signed_in_at > coalesce(stay.after, '-infinity') and marked.signed_in_at <= coalesce(stay.until, 'infinity'))`

/**
 * Whether the stay of the visit of `of` began within the time in which the departure before it, one
 * in doubt, is shown. Otherwise the phone that took a stay over could sign in once more and leave
 * as the only phone of the new stay. The first sign-in of the stay counts, not the latest.
 */
const followsDoubt = (of: SQL): SQL => sql`exists (
  select from visits doubted
  where ${isOfPerson(sql`doubted`, of)} and doubted.left_by_other_phone
    and doubted.signed_in_at = (
      select max(ended.signed_in_at) from visits ended
      where ${isOfPerson(sql`ended`, of)} and ended.ended_as <> 'superseded'
        and ended.signed_in_at >= ${of}.signed_in_at - ${longest} and ended.signed_in_at < ${of}.signed_in_at)
    and doubted.ended_at + ${shown} >= (
      select min(began.signed_in_at) from visits began
      where ${isOfPerson(sql`began`, of)} and began.signed_in_at > doubted.signed_in_at))`

const shown = sql.raw(`interval '${musterLimits.leftMinutes} minutes'`)

const isOfPerson = (visit: SQL, of: SQL): SQL => sql`${visit}.client_id = ${of}.client_id
  and ${visit}.person_key = ${of}.person_key and ${visit}.site_id = ${of}.site_id`

const longest = sql.raw(`interval '${LONGEST_VISIT_DAYS} days'`)

/**
 * Whether a visit, or the one that superseded it, is marked. For lists: it costs one lookup per
 * row. Either phone may be the person's, so both are shown alike.
 */
export const isOnOtherPhone = sql`(${visits.otherPhone} or exists (
  select from visits next
  where next.client_id = ${visits.clientId} and next.id = ${visits.supersededBy}
    and next.other_phone))`

/** Whether several phones have signed in to a visit's stay, or to the one just before it. */
export async function hasOtherPhone(
  tx: Transaction,
  { clientId, id, signedInAt }: VisitKey,
): Promise<boolean> {
  const found = await tx.execute(sql`
    select from visits own
    where own.client_id = ${clientId} and own.id = ${id} and own.signed_in_at = ${signedInAt.toISOString()}::timestamptz
      and (${hasOtherIn(sql`own`)} or ${followsDoubt(sql`own`)})`)
  return found.length > 0
}
