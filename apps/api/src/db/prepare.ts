import postgres, { type Sql } from 'postgres'
import { assertReachable, type ReachabilityOptions } from './assert-reachable.ts'
import { OperatorError } from '../lib/operator-error.ts'

export const runtimeRole = 'gatehouse_runtime'
export const ownerRole = 'gatehouse_owner'

/** `ownerUrl` is for migrations and owns everything; `runtimeUrl` is for the running program. */
export interface PreparedDatabase {
  ownerUrl: string
  runtimeUrl: string
}

/**
 * What a backup reads. `cluster`: the files of the embedded server, with its superuser and its data
 * directory. `dump`: a server of one's own, with a login that bypasses row-level security.
 */
export type BackupSource = { kind: 'cluster'; url: string; data: string } | { kind: 'dump'; url: string }

/** The database on an embedded server. */
export const embeddedDatabase = 'gatehouse'

/**
 * Creates the two roles and the database on an embedded server, or sets the passwords of existing
 * roles.
 */
export async function prepareEmbedded({
  adminUrl,
  database,
  passwords,
}: {
  adminUrl: string
  database: string
  passwords: { owner: string; runtime: string }
}): Promise<PreparedDatabase> {
  await using admin = openConnection(adminUrl)
  await ensureLogin(admin.sql, ownerRole, passwords.owner)
  await ensureLogin(admin.sql, runtimeRole, passwords.runtime)
  const [existing] = await admin.sql`select from pg_database where datname = ${database}`
  if (!existing) await admin.sql`create database ${admin.sql(database)} owner ${admin.sql(ownerRole)}`
  return {
    ownerUrl: withLogin(adminUrl, database, ownerRole, passwords.owner),
    runtimeUrl: withLogin(adminUrl, database, runtimeRole, passwords.runtime),
  }
}

/**
 * Prepares an external server. `databaseUrl` is for migrations. The program runs as the login of
 * `runtimeUrl`, or else as the login of `databaseUrl` in the role gatehouse_runtime. The role is
 * created and granted where that is permitted.
 * @throws OperatorError with the SQL to run where it is not
 */
export async function prepareServer({
  databaseUrl,
  runtimeUrl,
  ...contact
}: ReachabilityOptions & {
  databaseUrl: string
  runtimeUrl?: string | undefined
}): Promise<PreparedDatabase> {
  await assertReachable(databaseUrl, 'DATABASE_URL', contact)
  await using connection = openConnection(databaseUrl)
  const { sql } = connection
  if (runtimeUrl !== undefined) {
    await assertLoginExists(sql, loginOf(runtimeUrl))
    await assertReachable(runtimeUrl, 'DATABASE_RUNTIME_URL', contact)
  }
  const [server] = await sql<ServerFacts[]>`
    select current_user as login, current_database() as database, current_setting('server_version_num')::int as version,
      current_setting('server_encoding') as encoding,
      exists (select from pg_collation where collname = 'und-x-icu') as has_icu,
      has_database_privilege(current_user, current_database(), 'CREATE') as may_create_schema,
      has_schema_privilege(current_user, 'public', 'CREATE') as may_create_tables`
  if (!server) throw new OperatorError('The database server did not answer.')
  if (server.version < 150_000) {
    throw new OperatorError('DATABASE_URL leads to a PostgreSQL older than 15. Gatehouse needs 15 or later.')
  }
  if (server.encoding !== 'UTF8') {
    throw new OperatorError(
      `The database "${server.database}" of DATABASE_URL is encoded in ${server.encoding}. Names need one that is made with: ` +
        `create database ${quoted(server.database)} encoding 'UTF8' template template0;`,
    )
  }
  if (!server.has_icu) {
    throw new OperatorError(
      'The PostgreSQL of DATABASE_URL is built without ICU, by which names are sorted and searched. ' +
        'Use a build with ICU, as distributions and hosting services offer it.',
    )
  }
  if (!server.may_create_schema || !server.may_create_tables) {
    throw new OperatorError(
      `The login of DATABASE_URL may not create tables. Ask the server's administrator to run: ` +
        `alter database ${quoted(server.database)} owner to ${quoted(server.login)}; alter schema public owner to ${quoted(server.login)};`,
    )
  }
  const runtimeLogin = runtimeUrl ? loginOf(runtimeUrl) : server.login
  // A separate login must inherit the rights of the role. The shared login only switches to the
  // role.
  const membership = runtimeUrl ? 'USAGE' : server.version < 160_000 ? 'MEMBER' : 'SET'
  await ensureRuntimeRole(sql, runtimeLogin, membership)
  return { ownerUrl: databaseUrl, runtimeUrl: runtimeUrl ?? withParameter(databaseUrl, 'role', runtimeRole) }
}

interface ServerFacts {
  login: string
  database: string
  version: number
  encoding: string
  has_icu: boolean
  may_create_schema: boolean
  may_create_tables: boolean
}

/**
 * The server does not tell a missing login from a wrong password.
 * @throws OperatorError with the SQL to run
 */
async function assertLoginExists(sql: Sql, login: string): Promise<void> {
  const roles = await sql<{ rolname: string }[]>`
    select rolname from pg_roles where rolname in (${login}, ${runtimeRole})`
  const exists = (name: string) => roles.some(({ rolname }) => rolname === name)
  if (exists(login)) return
  const commands = [
    ...(exists(runtimeRole) ? [] : [`create role ${runtimeRole} nologin`]),
    `create role ${quoted(login)} login password 'the password of DATABASE_RUNTIME_URL'`,
    `grant ${runtimeRole} to ${quoted(login)}`,
  ]
  throw new OperatorError(
    `The login of DATABASE_RUNTIME_URL does not exist. Ask the server's administrator to run: ${commands.join('; ')};`,
  )
}

async function ensureRuntimeRole(sql: Sql, login: string, membership: string): Promise<void> {
  const commands: string[] = []
  const [role] = await sql`select from pg_roles where rolname = ${runtimeRole}`
  if (!role) commands.push(`create role ${runtimeRole} nologin`)
  if (login !== runtimeRole) {
    const [member] = role
      ? await sql`select from pg_roles where rolname = ${login} and pg_has_role(oid, ${runtimeRole}, ${membership})`
      : []
    if (!member) commands.push(`grant ${runtimeRole} to ${quoted(login)}`)
  }
  for (const [index, command] of commands.entries()) {
    try {
      await sql.unsafe(command)
    } catch (error) {
      // Another node that starts at the same time has created the role.
      if (error instanceof postgres.PostgresError && ['42710', '23505'].includes(error.code)) continue
      throw new OperatorError(
        `Gatehouse runs in a database role of its own, "${runtimeRole}", and the login of DATABASE_URL may not set it up. ` +
          `Ask the server's administrator to run: ${commands.slice(index).join('; ')};`,
        { cause: error },
      )
    }
  }
}

async function ensureLogin(sql: Sql, role: string, password: string): Promise<void> {
  const [existing] = await sql`select from pg_roles where rolname = ${role}`
  const verb = existing ? 'alter' : 'create'
  const rights = 'login nosuperuser nocreatedb nocreaterole nobypassrls noreplication'
  const [command] = await sql<{ text: string }[]>`
    select format(${`${verb} role %I ${rights} password %L`}::text, ${role}::text, ${password}::text) as text`
  if (command) await sql.unsafe(command.text)
}

function openConnection(url: string) {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} })
  return { sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) }
}

/** The user of a database URL. `URL` cannot parse one with several hosts. */
function loginOf(url: string): string {
  return postgres(url, { max: 1 }).options.user
}

function withLogin(url: string, database: string, user: string, password: string): string {
  const changed = new URL(url)
  changed.pathname = `/${encodeURIComponent(database)}`
  changed.username = encodeURIComponent(user)
  changed.password = encodeURIComponent(password)
  return changed.href
}

function withParameter(url: string, name: string, value: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
