import postgres from 'postgres'
import { busiest } from './fill-database.ts'

/**
 * Reads the log of the busiest client in a range with `COPY … TO STDOUT`, and counts its rows.
 * @param columns `stored`: as in the tables; `exported`: the columns of the export, with its three
 *   times and a row for each answer
 */
export async function copyLog(
  databaseUrl: string,
  from: string,
  to: string,
  columns: 'stored' | 'exported',
): Promise<{ rows: number; seconds: number }> {
  const sql = postgres(databaseUrl, { max: 1, connection: { TimeZone: 'UTC' } })
  let rows = 0
  try {
    // The time to connect is not measured.
    await sql`select`
    const start = performance.now()
    const written = columns === 'stored' ? storedColumns : exportedColumns
    for await (const part of await sql.unsafe(copyOfLog(from, to, written)).readable()) rows += linesIn(part)
    return { rows, seconds: (performance.now() - start) / 1000 }
  } finally {
    await sql.end()
  }
}

const storedColumns = {
  columns: 'entry.*, sites.name as site, sites.time_zone, method.name as method',
  joins: '',
}

const offsetOf = (zone: string) => `(entry.at at time zone ${zone}) - (entry.at at time zone 'UTC')`

/**
 * SQL can't format a number, or a zone's offset, as the export does: the number is as stored, the
 * offset an interval.
 */
const exportedColumns = {
  columns: `entry.at at time zone 'Australia/Sydney' as log_date, ${offsetOf("'Australia/Sydney'")} as log_offset,
    entry.at at time zone sites.time_zone as site_time, sites.time_zone, ${offsetOf('sites.time_zone')} as site_offset, entry.at as utc,
    entry.event, entry.result, sites.name as site, method.name as method, entry.source, entry.signed_in_offline,
    coalesce(nullif(trim(entry.first_name || ' ' || entry.last_name), ''), trim(account.first_name || ' ' || account.last_name), '') as person,
    entry.kind, entry.role_name, entry.mobile, entry.dependents, entry.temperature, floor(extract(epoch from entry.stay) / 60) as stay_minutes,
    given ->> 'question_text' as question, given ->> 'answer_text' as answer, given ->> 'failed' as failed, entry.id`,
  joins: `left join users account on account.client_id = '${busiest.clientId}' and account.id = entry.user_id
    left join lateral jsonb_array_elements(case when entry.event in ('in', 'refused') then entry.answers end) as given on true`,
}

/**
 * Each sign-in, departure, end by a rule and refusal of the client in a range, with the names of
 * its site and method.
 */
function copyOfLog(from: string, to: string, { columns, joins }: typeof storedColumns): string {
  const person =
    'kind, first_name, last_name, mobile, dependents, role_name, answers, temperature, user_id, source, signed_in_offline'
  const event = (
    table: string,
    time: string,
    name: string,
    more: { result?: string; stay?: string; condition?: string } = {},
  ) => `
    select ${time} as at, '${name}' as event, ${more.result ?? `'ok'`} as result, ${more.stay ?? 'null::interval'} as stay, site_id, method_id, id, ${person}
    from ${table}
    where client_id = '${busiest.clientId}' and ${time} >= '${from}' and ${time} < '${to}' and ${more.condition ?? 'true'}`
  return `
    copy (
      select ${columns} from (
        ${[
          event('visits', 'signed_in_at', 'in'),
          event('visits', 'signed_out_at', 'out', { stay: 'signed_out_at - signed_in_at' }),
          event('visits', 'assumed_left_at', 'assumed_left'),
          event('refused_attempts', 'attempted_at', 'refused', { result: 'reason' }),
        ].join(' union all ')}) as entry
      join sites on sites.client_id = '${busiest.clientId}' and sites.id = entry.site_id
      left join sign_in_methods method on method.client_id = '${busiest.clientId}' and method.id = entry.method_id
      ${joins}
      order by entry.at desc, entry.id)
    to stdout (format csv, force_quote *)`
}

function linesIn(part: Uint8Array): number {
  let lines = 0
  for (const byte of part) if (byte === 10) lines += 1
  return lines
}
