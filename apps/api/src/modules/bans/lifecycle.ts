import { type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/sql-values.ts'
import { type Lifecycle, ofPerson, retain } from '../../db/lifecycle.ts'
import type { Transaction } from '../../db/tenancy.ts'

const end = sql`least(t.until_at, t.lifted_at)`
const isOver = (now: Date): SQL => sql`coalesce(${end} <= ${now.toISOString()}::timestamptz, false)`

interface FoundBan extends Record<string, unknown> {
  id: string
}

/** Removes names, mobile, reason and person keys from bans, and reasons from exceptions. */
async function anonymise(tx: Transaction, clientId: string, found: readonly FoundBan[]): Promise<void> {
  const ids = found.map(({ id }) => id)
  const areOf = (column: SQL) => sql`client_id = ${clientId} and ${isOneOf(column, ids)}`
  await tx.execute(sql`
    with keys as (delete from ban_person_keys where ${areOf(sql`ban_id`)}),
    exceptions as (
      update ban_exceptions set reason = '' where ${areOf(sql`ban_id`)} and reason <> '')
    update bans set first_name = '', last_name = '', mobile = '', reason = '',
      person_key = case when person_key is not null then 'anonymous.' || gen_random_uuid() end
    where ${areOf(sql`id`)}`)
}

const held = {
  table: 'bans',
  alsoIn: ['ban_person_keys', 'ban_exceptions'],
  join: sql`left join sites s on s.client_id = t.client_id and s.id = t.site_id`,
  at: sql`t.from_at`,
  data: sql`jsonb_build_object(
    'site', s.name, 'first_name', t.first_name, 'last_name', t.last_name, 'mobile', t.mobile,
    'reason', t.reason, 'until', t.until_at, 'lifted_at', t.lifted_at,
    'exceptions', (
      select jsonb_agg(jsonb_build_object(
        'reason', e.reason, 'hours', e.hours, 'asked_at', e.asked_at, 'until', e.until_at))
      from ban_exceptions e where e.client_id = t.client_id and e.ban_id = t.id))`,
}

/** An active ban needs its name, so its retention days count from its end. */
export const lifecycle = {
  retention: [
    retain<FoundBan>({
      class: 'contact',
      table: 'bans',
      time: end,
      isUnordered: true,
      only: () => sql`(t.first_name <> '' or t.last_name <> '' or t.mobile <> '' or t.reason <> ''
        or t.person_key not like 'anonymous.%'
        or exists (select from ban_person_keys k where k.client_id = t.client_id and k.ban_id = t.id))`,
      site: sql`t.site_id`,
      columns: () => sql`t.id`,
      anonymise: ({ tx, clientId }, found) => anonymise(tx, clientId, found),
    }),
  ],
  person: [
    ofPerson({
      ...held,
      kind: 'bans',
      where: ({ banIds }, now) => sql`${isOneOf(sql`t.id`, banIds)} and ${isOver(now)}`,
      async erase({ tx, person: { clientId, banIds }, now }) {
        const over = await tx.execute<FoundBan>(sql`
          select t.id from bans t where t.client_id = ${clientId} and ${isOneOf(sql`t.id`, banIds)}
            and ${isOver(now)} for update`)
        await anonymise(tx, clientId, over)
      },
    }),
    ofPerson({
      ...held,
      kind: 'bans_in_force',
      where: ({ banIds }, now) => sql`${isOneOf(sql`t.id`, banIds)} and not ${isOver(now)}`,
    }),
  ],
} satisfies Lifecycle
