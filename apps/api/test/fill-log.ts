import type { Sql, TransactionSql } from 'postgres'

/**
 * Writes the log entries that triggers would have written, for records inserted without them. They
 * count as chained, so that the job has nothing to do.
 */
export async function fillLog(sql: Sql | TransactionSql): Promise<void> {
  await sql`
    insert into log_entries (client_id, at, id, site_id, event, result, record_id, method_id, kind, position, hash)
    select *, row_number() over (partition by client_id order by at)
      + coalesce((select max(position) from log_entries e where e.client_id = entry.client_id), 0), '\\x00'
    from (
      select client_id, event.at, id, site_id, event.name, 'ok', id as record_id, method_id, kind
      from visits cross join lateral (values
        ('in', signed_in_at), ('out', signed_out_at), ('assumed_left', assumed_left_at)) as event (name, at)
      where event.at is not null
      union all
      select client_id, attempted_at, id, site_id, 'refused', reason, id, method_id, kind from refused_attempts
      union all
      select c.client_id, c.at, c.id, c.site_id, 'corrected', 'ok', c.visit_id, v.method_id, v.kind
      from log_corrections c join visits v on v.client_id = c.client_id and v.id = c.visit_id) as entry
    where not exists (select from log_entries e where e.client_id = entry.client_id and e.record_id = entry.record_id)`
}
