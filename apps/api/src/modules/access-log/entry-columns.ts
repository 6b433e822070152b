import { type SQL, sql } from 'drizzle-orm'
import type { ReadingActor } from '../../context.ts'
import { canReadMobilesOfHistory } from '../people/mobile-visibility.ts'

/** A user whose typed name was deleted has the name of the account. */
export const personName = sql`coalesce(nullif(trim(entry.first_name || ' ' || entry.last_name), ''), trim(account.first_name || ' ' || account.last_name), '')`

/** Whoever wrote a correction; null where the visitor did, or somebody of another client. */
export const authorName = sql`trim(author.first_name || ' ' || author.last_name)`

/** What the log shows of an entry. */
export const entryColumns = (actor: ReadingActor): SQL => sql`
  (extract(epoch from entry.at) * 1000)::float8 as at, entry.rank, entry.id,
  entry.record_id, entry.event, entry.result, entry.kind, entry.dependents, entry.source, entry.signed_in_offline, entry.by_other_phone,
  entry.after_refusal,
  entry.temperature::float8 as temperature, floor(entry.stay)::int as stay_minutes,
  entry.site_id, sites.name as site, sites.time_zone, method.name as method, entry.role_name as role,
  ${personName} as person, entry.mobile, ${canReadMobilesOfHistory(actor, sql`entry.is_open`)} as can_read_mobile,
  entry.before, entry.after, entry.note, ${authorName} as author, entry.corrected_by is not null as has_author`
