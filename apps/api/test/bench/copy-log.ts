import postgres from 'postgres'
import { busiest } from './fill-database.ts'

/** Reads the log of the busiest client in a range as PostgreSQL writes it with `COPY … TO STDOUT`, and counts its entries. */
export async function copyLog(databaseUrl: string, from: string, to: string): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1 })
  let entries = 0
  try {
    for await (const part of await sql.unsafe(copyOfLog(from, to)).readable()) entries += linesIn(part)
  } finally {
    await sql.end()
  }
  return entries
}

/** Each sign-in, departure, end by a rule and refusal of the client in a range, with the names of its site and method. */
function copyOfLog(from: string, to: string): string {
  const person = 'kind, first_name, last_name, mobile, dependents, role_name, answers, temperature'
  const event = (table: string, time: string, name: string, condition = 'true') => `
    select ${time} as at, '${name}' as event, site_id, method_id, id, ${person} from ${table}
    where client_id = '${busiest.clientId}' and ${time} >= '${from}' and ${time} < '${to}' and ${condition}`
  return `
    copy (
      select entry.*, sites.name as site, sites.time_zone, method.name as method from (
        ${[
          event('visits', 'signed_in_at', 'in'),
          event('visits', 'signed_out_at', 'out'),
          event('visits', 'ended_at', 'assumed_left', `ended_as = 'assumed_left'`),
          event('refused_attempts', 'attempted_at', 'refused'),
        ].join(' union all ')}) as entry
      join sites on sites.client_id = '${busiest.clientId}' and sites.id = entry.site_id
      left join sign_in_methods method on method.client_id = '${busiest.clientId}' and method.id = entry.method_id
      order by entry.at desc, entry.id)
    to stdout (format csv)`
}

function linesIn(part: Uint8Array): number {
  let lines = 0
  for (const byte of part) if (byte === 10) lines += 1
  return lines
}
