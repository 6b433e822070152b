import type { Sql } from 'postgres'

/** Limits count every call, refused or not. */
const counted = ['rate_buckets', 'rate_members']

/**
 * A digest of the rows of each table: two are equal if nothing was written in between. The time of
 * a session's last use is left out.
 */
export async function digestRows(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> all(${counted})`
  return digestsOf(
    sql,
    tables.map(({ name }) => ({ name, where: 'true' })),
  )
}

/** The same of one site. */
export async function digestRowsOfSite(sql: Sql, siteId: string): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(table_name) as name from information_schema.columns
    where table_schema = 'public' and column_name = 'site_id'`
  const rows = tables.map(({ name }) => ({ name, where: `site_id = '${siteId}'` }))
  return digestsOf(sql, [...rows, { name: 'sites', where: `id = '${siteId}'` }])
}

async function digestsOf(sql: Sql, tables: { name: string; where: string }[]) {
  const digests = tables.map(
    ({
      name,
      where,
    }) => `select '${name}' as name, md5(coalesce(string_agg(row, '' order by row), '')) as digest
      from (select md5((to_jsonb(kept) - 'last_seen_at')::text) as row from ${name} kept where ${where}) rows`,
  )
  const rows = await sql.unsafe<{ name: string; digest: string }[]>(digests.join(' union all '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
