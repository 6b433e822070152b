import { type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../db/is-one-of.ts'
import type { PersonRecords, PersonStep } from '../privacy/person-step.ts'

const areOwn = ({ clientId, banIds }: PersonRecords): SQL =>
  sql`b.client_id = ${clientId} and ${isOneOf(sql`b.id`, banIds)}`

const isOver = (now: Date): SQL =>
  sql`coalesce(least(b.until_at, b.lifted_at) <= ${now.toISOString()}::timestamptz, false)`

const records = (isChosen: (now: Date) => SQL) => (person: PersonRecords, now: Date) =>
  sql`
  select b.id::text as id, b.from_at as at, jsonb_build_object(
    'site', s.name, 'first_name', b.first_name, 'last_name', b.last_name, 'mobile', b.mobile, 'reason', b.reason,
    'until', b.until_at, 'lifted_at', b.lifted_at,
    'exceptions', (select jsonb_agg(jsonb_build_object('reason', e.reason, 'hours', e.hours, 'asked_at', e.asked_at, 'until', e.until_at))
      from ban_exceptions e where e.client_id = b.client_id and e.ban_id = b.id)) as data
  from bans b left join sites s on s.client_id = b.client_id and s.id = b.site_id
  where ${areOwn(person)} and ${isChosen(now)}`

/** A ban in force needs the name and the mobile to keep the person out, so it stays until it is lifted or over. */
export const personSteps: readonly PersonStep[] = [
  {
    kind: 'bans',
    tables: ['bans', 'ban_person_keys', 'ban_exceptions'],
    records: records(isOver),
    erase: async ({ tx, person, now }) =>
      void (await tx.execute(sql`
        with gone as materialized (select b.id from bans b where ${areOwn(person)} and ${isOver(now)}),
        keys as (delete from ban_person_keys where client_id = ${person.clientId} and ban_id in (select id from gone)),
        exceptions as (update ban_exceptions set reason = '' where client_id = ${person.clientId} and ban_id in (select id from gone))
        update bans set first_name = '', last_name = '', mobile = '', reason = '',
          person_key = case when person_key is not null then 'anonymous.' || gen_random_uuid() end
        where client_id = ${person.clientId} and id in (select id from gone)`)),
  },
  {
    kind: 'bans_in_force',
    tables: ['bans', 'ban_person_keys', 'ban_exceptions'],
    records: records((now) => sql`not ${isOver(now)}`),
  },
]
