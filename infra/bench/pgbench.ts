import { execFile } from 'node:child_process'
import { access, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from './servers.ts'

/** The part of it that a busy machine needs for the connections. */
const CONNECTING_SECONDS = 5

/**
 * How many times a second pgbench writes the rows of a check-in into the same tables, each in one
 * transaction sent in one message: a stored response, a visit and a presence, with all triggers. No
 * rules are read and nothing is decided. Undefined where pgbench is not installed.
 * @param folder for its script
 */
export async function benchSameWrites({
  databaseUrl,
  folder,
  methodId,
  connections,
  seconds,
}: {
  databaseUrl: string
  folder: string
  methodId: string
  connections: number
  seconds: number
}): Promise<number | undefined> {
  const pgbench = await findProgram('pgbench')
  if (!pgbench) return undefined
  await using sql = await openDatabase(databaseUrl)
  const [method] = await sql.unsafe(`select client_id, site_id from sign_in_methods where id = '${methodId}'`)
  const script = join(folder, 'check-in.sql')
  await writeFile(script, writesOf(methodId, method?.['client_id'] ?? '', method?.['site_id'] ?? ''))
  const given = [
    '-n',
    '-M',
    'simple',
    '-j',
    '1',
    '-c',
    String(connections),
    '-T',
    String(Math.max(CONNECTING_SECONDS, seconds)),
  ]
  const { stdout, stderr } = await promisify(execFile)(pgbench, [...given, '-f', script, databaseUrl])
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!(perSecond > 0)) throw new Error(`pgbench made no transaction: ${stderr.split('\n')[0]}`)
  return perSecond
}

const writesOf = (methodId: string, clientId: string, siteId: string) => `
begin \\; with made as materialized (select uuidv7() as id, gen_random_uuid() as key),
written as (
  select '${clientId}'::uuid as client_id, id, '${siteId}'::uuid as site_id, '${methodId}'::uuid as method_id,
    uuid_extract_timestamp(id) as at, key
  from made),
stored as (
  insert into idempotency_keys (client_id, method_id, key, request_hash, status, answer, created_at)
  select client_id, method_id, key, sha256(key::text::bytea), 200, '{"result":"ok"}', at from written),
entered as (
  insert into presence (client_id, site_id, method_id, kind, person_key, first_name, last_name, mobile, signed_in_at, visit_id)
  select client_id, site_id, method_id, 'visitor', key::text, 'Visitor', 'Bench', '+61491570156', at, id from written)
insert into visits (client_id, id, site_id, method_id, kind, person_key, first_name, last_name, mobile, signed_in_at)
select client_id, id, site_id, method_id, 'visitor', key::text, 'Visitor', 'Bench', '+61491570156', at from written \\; commit;
`

/** The path of a program in the PATH. */
async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name)
    // oxlint-disable-next-line no-await-in-loop -- the first folder that has it wins
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  return undefined
}
