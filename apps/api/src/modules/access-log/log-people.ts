import { sql } from 'drizzle-orm'
import { isOneOf } from '../../db/is-one-of.ts'
import type { visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { instant } from '../../db/sql-values.ts'

type Person = Pick<
  typeof visits.$inferSelect,
  'clientId' | 'personKey' | 'userId' | 'firstName' | 'lastName' | 'mobile' | 'signedInAt'
>

/** Adds somebody to the people of the log, or renews what it knows of them. */
export async function addPerson(
  tx: Transaction,
  { clientId, personKey, userId, firstName, lastName, mobile, signedInAt }: Person,
): Promise<void> {
  await tx.execute(sql`
    insert into log_people as known (client_id, person_key, user_id, folded_name, mobile, last_at)
    values (${clientId}, ${personKey}, ${userId}, gatehouse_fold(${lastName} || E'\\t' || ${firstName}), ${mobile},
      ${instant(signedInAt)})
    on conflict (client_id, person_key) do update set user_id = excluded.user_id, folded_name = excluded.folded_name,
      mobile = excluded.mobile, last_at = greatest(known.last_at, excluded.last_at)`)
}

/** Does so with everybody of these records. */
export async function addPeople(
  tx: Transaction,
  clientIds: readonly string[],
  recordIds: readonly string[],
): Promise<void> {
  const people = (table: string, time: string) => sql`
    select client_id, person_key, user_id, first_name, last_name, mobile, ${sql.identifier(time)} as at
    from ${sql.identifier(table)} where ${isOneOf(sql`client_id`, clientIds)} and ${isOneOf(sql`id`, recordIds)}`
  // Whoever has no name any more is not searched for.
  await tx.execute(sql`
    insert into log_people as known (client_id, person_key, user_id, folded_name, mobile, last_at)
    select distinct on (client_id, person_key) client_id, person_key, user_id,
      gatehouse_fold(last_name || E'\\t' || first_name), mobile, at
    from (${people('visits', 'signed_in_at')} union all ${people('refused_attempts', 'attempted_at')}) as people
    where first_name <> '' or last_name <> '' or mobile <> ''
    order by client_id, person_key, at desc
    on conflict (client_id, person_key) do update set user_id = excluded.user_id, folded_name = excluded.folded_name,
      mobile = excluded.mobile, last_at = excluded.last_at
    where known.last_at <= excluded.last_at`)
}
