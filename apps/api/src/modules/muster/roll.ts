import { limits } from '@gatehouse/validation/limits'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { and, type SQL, sql } from 'drizzle-orm'
import { isNotShown, readDatabaseState } from '../../db/database-state.ts'
import { hasValues } from '../../db/has-values.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { musterRoll, musters } from '../../db/schema/musters.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { CHANGES_KEPT_MS } from '../board/lifecycle.ts'

/** The muster whose roll is written. Its row must be locked. */
export type LockedMuster = Pick<
  typeof musters.$inferSelect,
  'clientId' | 'id' | 'siteId' | 'startedAt' | 'version'
>

/** The state that a roll is written from. A later reader compares it with the board's. */
export async function readState(tx: Transaction) {
  const { snapshot, serverStartedAt } = await readDatabaseState(tx)
  return { rollSnapshot: snapshot, rollServerStartedAt: serverStartedAt, rollComparedAt: sql`now()` }
}

/** A roll is compared again after this time, well before the changes since are purged. */
const COMPARED_MS = CHANGES_KEPT_MS / 2

/** Whether people have arrived or left since the roll was compared, or it is unknown. */
export async function isRollOutdated(
  tx: Transaction,
  { clientId, siteId, rollSnapshot, rollServerStartedAt, rollComparedAt }: typeof musters.$inferSelect,
): Promise<boolean> {
  const [found] = await tx.execute<{ outdated: boolean }>(sql`
    select ${rollServerStartedAt}::timestamptz <> pg_postmaster_start_time()
      or ${rollComparedAt.toISOString()}::timestamptz < now() - ${`${COMPARED_MS} milliseconds`}::interval
      or exists (
      select from board_changes
      where client_id = ${clientId} and site_id = ${siteId} and list = 'on_site'
        and ${isNotShown(rollSnapshot)}) as outdated`)
  return found?.outdated ?? true
}

/** The longest stay of a person who has just left. The longest overdue limit is a week. */
const LONGEST_STAY_MS = limits.site.overdueHours.max * HOUR_MS + DAY_MS

/**
 * Brings the roll up to date: adds people who arrived, and stores the departure of those who left.
 * People who are only assumed to have left get no departure.
 * @returns the version of the muster with the updated roll
 */
export async function updateRoll(tx: Transaction, muster: LockedMuster, now: Date): Promise<number> {
  const state = await readState(tx)
  const version = muster.version + 1
  const isChanged = await writeRoll(tx, muster, version, now)
  await tx
    .update(musters)
    .set({ ...state, ...(isChanged && { version }) })
    .where(hasValues(musters, { clientId: muster.clientId, id: muster.id }))
  return isChanged ? version : muster.version
}

const columns = sql`client_id, muster_id, person_id, person_key, kind, visit_id, signed_in_at, first_name, last_name,
  mobile, role, employee_number, phone_extension, dependents, version, created_at`

/** The values of `columns` from presence or a visit, with its user as `u`. */
function person(table: 'p' | 'v', visitId: string, id: string, version: number, now: Date): SQL {
  const of = sql.raw(table)
  const visit = sql.raw(visitId)
  return sql`${of}.client_id, ${id}::uuid, coalesce(u.id, ${visit}), ${of}.person_key, ${of}.kind, ${visit}, ${of}.signed_in_at,
    coalesce(u.first_name, ${of}.first_name), coalesce(u.last_name, ${of}.last_name),
    coalesce(nullif(${of}.mobile, ''), u.mobile, ''), coalesce(nullif(${of}.role_name, ''), u.job_title, ''),
    coalesce(u.employee_number, ''), coalesce(u.phone_extension, ''), ${of}.dependents, ${version}::int, ${now.toISOString()}::timestamptz`
}

/**
 * Adds people to the roll whom a phone has marked on an older list. They left longer ago than the
 * roll looks back, or are only assumed to have left.
 * @returns whether any were added
 */
export async function listMarked(
  tx: Transaction,
  { clientId, id, siteId, startedAt }: LockedMuster,
  version: number,
  personIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const known = await tx
    .select({ personId: musterRoll.personId })
    .from(musterRoll)
    .where(and(hasValues(musterRoll, { clientId, musterId: id }), isOneOf(musterRoll.personId, personIds)))
  const onRoll = new Set(known.map(({ personId }) => personId))
  const others = personIds.filter((personId) => !onRoll.has(personId))
  if (others.length === 0) return false
  const start = startedAt.toISOString()
  const earliest = new Date(startedAt.getTime() - LONGEST_STAY_MS).toISOString()
  const { count } = await tx.execute(sql`
    insert into muster_roll (${columns}, left_at, had_left, left_by_other_phone)
    select distinct on (v.person_key) ${person('v', 'v.id', id, version, now)}, v.signed_out_at,
      coalesce(v.signed_out_at < ${start}::timestamptz, false), v.left_by_other_phone
    from visits v left join users u on u.client_id = v.client_id and u.id = v.user_id
    where v.client_id = ${clientId} and v.site_id = ${siteId} and v.signed_in_at > ${earliest}::timestamptz
      and v.ended_at is not null and v.ended_as <> 'superseded'
      and v.person_key in (
        select marked.person_key from visits marked
        where marked.client_id = ${clientId} and marked.site_id = ${siteId} and marked.signed_in_at > ${earliest}::timestamptz
          and (${isOneOf(sql`marked.id`, others)} or ${isOneOf(sql`marked.user_id`, others)}))
      and not exists (
        select from muster_roll known where known.client_id = ${clientId} and known.muster_id = ${id}
          and known.person_key = v.person_key)
    order by v.person_key, coalesce(v.signed_out_at, v.ended_at) desc
    on conflict do nothing`)
  return count > 0
}

/**
 * Writes the roll with this version.
 * @param until the end of a muster that was already over: later arrivals and departures don't count
 * @returns whether the roll has changed
 */
export async function writeRoll(
  tx: Transaction,
  { clientId, id, siteId, startedAt }: LockedMuster,
  version: number,
  now: Date,
  until?: Date,
): Promise<boolean> {
  const start = startedAt.toISOString()
  const lately = new Date(startedAt.getTime() - musterLimits.leftMinutes * MINUTE_MS).toISOString()
  const earliest = new Date(startedAt.getTime() - LONGEST_STAY_MS).toISOString()
  const isNew = (table: 'p' | 'v') => sql`not exists (
    select from muster_roll known where known.client_id = ${clientId} and known.muster_id = ${id}
      and known.person_key = ${sql.raw(table)}.person_key)`
  const end = sql`${until?.toISOString() ?? 'infinity'}::timestamptz`
  const leftAt = sql`case when v.signed_out_at <= ${end} then v.signed_out_at end`
  // A person who was there may have signed in again during the same stay.
  const wasThere = until
    ? sql`exists (
        select from visits v where v.client_id = p.client_id and v.site_id = p.site_id and v.person_key = p.person_key
          and v.signed_in_at > ${earliest}::timestamptz and v.signed_in_at <= ${end}
          and coalesce(v.signed_out_at, 'infinity') >= ${lately}::timestamptz)`
    : sql`true`
  const addLeft = (isRecent: SQL) =>
    tx.execute(sql`
      insert into muster_roll (${columns}, left_at, had_left, left_by_other_phone)
      select distinct on (v.person_key) ${person('v', 'v.id', id, version, now)}, ${leftAt}, v.signed_out_at < ${start}::timestamptz,
        v.left_by_other_phone
      from visits v left join users u on u.client_id = v.client_id and u.id = v.user_id
      where v.client_id = ${clientId} and v.site_id = ${siteId} and v.signed_in_at > ${earliest}::timestamptz
        and v.signed_in_at <= ${end} and v.signed_out_at is not null and ${isRecent} and ${isNew('v')}
      order by v.person_key, v.signed_out_at desc
      on conflict do nothing`)
  const results = [
    await tx.execute(sql`
      insert into muster_roll (${columns})
      select ${person('p', 'p.visit_id', id, version, now)}
      from presence p left join users u on u.client_id = p.client_id and u.id = p.user_id
      where p.client_id = ${clientId} and p.site_id = ${siteId} and ${isNew('p')} and ${wasThere}
      on conflict do nothing`),
    // Signed in again during or after the stay. After an undone check-out the visit is the same.
    await tx.execute(sql`
      update muster_roll r set visit_id = p.visit_id, signed_in_at = p.signed_in_at, dependents = p.dependents,
        left_at = null, had_left = false, left_by_other_phone = false, version = ${version}::int
      from presence p
      where r.client_id = ${clientId} and r.muster_id = ${id} and p.client_id = r.client_id and p.site_id = ${siteId}
        and p.person_key = r.person_key and (p.visit_id <> r.visit_id or r.left_at is not null)`),
    await tx.execute(sql`
      update muster_roll r set left_at = v.signed_out_at, left_by_other_phone = v.left_by_other_phone, version = ${version}::int
      from visits v
      where r.client_id = ${clientId} and r.muster_id = ${id} and r.left_at is null
        and not exists (
          select from presence p
          where p.client_id = r.client_id and p.site_id = ${siteId} and p.person_key = r.person_key)
        and v.client_id = r.client_id and v.id = r.visit_id and v.signed_in_at = r.signed_in_at
        and v.signed_out_at is not null`),
    await addLeft(sql`v.signed_out_at >= ${lately}::timestamptz`),
    // A departure on another phone may carry any time, so the time of the report counts.
    await addLeft(sql`v.left_by_other_phone and v.ended_at >= ${lately}::timestamptz`),
    // Nobody saw these people leave, so they are searched for.
    await tx.execute(sql`
      insert into muster_roll (${columns})
      select distinct on (v.person_key) ${person('v', 'v.id', id, version, now)}
      from visits v left join users u on u.client_id = v.client_id and u.id = v.user_id
      where v.client_id = ${clientId} and v.site_id = ${siteId} and v.ended_as = 'assumed_left'
        and v.signed_in_at <= ${end} and v.assumed_left_at >= ${lately}::timestamptz and ${isNew('v')}
      order by v.person_key, v.assumed_left_at desc
      on conflict do nothing`),
  ]
  return results.some(({ count }) => count > 0)
}
