import type { Sql } from 'postgres'
import { runtimeRole } from '../src/db/prepare.ts'

/**
 * Tables without a client id: the clients themselves, isolated by their own id, and data
 * shared by all nodes.
 */
const tablesOfNoClient = [
  'clients',
  'rate_buckets',
  'rate_members',
  'reset_requests',
  'first_admin_links',
  'data_keys',
  'sql_files',
  'installation_rollups',
  'maintenance_runs',
  'schema_migrations',
]
/** Tables that are read before the client is known. Their primary key has no client id. */
const tenantLookups = ['logins', 'method_keys', 'one_time_tokens', 'pairing_codes']
/**
 * Indexes across clients: for jobs of the whole installation, the tenant lookups, and a site
 * admin's lists by name.
 */
const indexesAcrossClients = [
  'logins_pkey',
  'method_keys_pkey',
  'method_keys_method_idx',
  'idempotency_keys_created_at_idx',
  'creation_keys_created_at_idx',
  'readings_expires_at_idx',
  'sessions_expires_at_idx',
  'outbox_queued_at_idx',
  'outbox_failed_at_idx',
  'outbox_due_idx',
  'one_time_tokens_pkey',
  'one_time_tokens_expires_at_idx',
  'client_invitations_token_key',
  'client_invitations_expires_at_idx',
  'remembered_devices_expires_at_idx',
  'retention_schedules_next_run_at_idx',
  'totp_methods_pending_idx',
  'recovery_code_sets_pending_idx',
  'notifications_created_at_idx',
  'notification_repeats_told_at_idx',
  'kiosk_reports_reported_at_idx',
  'limited_methods_last_at_idx',
  'devices_heard_idx',
  'device_commands_created_at_idx',
  'pairing_codes_pkey',
  'pairing_codes_expires_at_idx',
  'device_cookies_expires_at_idx',
  'board_changes_changed_at_idx',
  'report_views_due_idx',
  'rollup_deltas_folded_idx',
  'rollups_quarter_hours_idx',
  'sites_name_idx',
  'sites_zone_idx',
  'sign_in_methods_name_idx',
  'users_name_idx',
  'method_keys_retired_at_idx',
  'site_day_counts_next_count_at_idx',
]
const lookupPolicies: Record<string, string> = {
  method_keys_by_key: "(key = (gatehouse_lookup('method_key'::text))::bpchar)",
  method_keys_by_method: "(method_id = (gatehouse_lookup('method_id'::text))::uuid)",
  one_time_tokens_by_hash: "(token_hash = gatehouse_lookup('one_time_token'::text))",
  client_invitations_by_hash: "(token_hash = gatehouse_lookup('one_time_token'::text))",
  pairing_codes_by_hash: "(code_hash = gatehouse_lookup('pairing_code'::text))",
  logins_by_email: "(email_key = gatehouse_lookup('email_key'::text))",
}

/**
 * The triggers that increment an account's security version and end its grants, record changes of a
 * board, maintain the figures, and write the log.
 */
const requiredTriggers: Record<string, string[]> = {
  users: ['users_security_version', 'users_end_grants', 'users_board_change', 'users_last_seen_board_change'],
  clients: ['clients_end_grants', 'clients_wait_for_grants'],
  access_entries: ['access_entries_inserted', 'access_entries_updated', 'access_entries_deleted'],
  presence: ['presence_arrivals', 'presence_board_change'],
  visit_hosts: ['visit_hosts_board_change'],
  sites: ['sites_board_change'],
  musters: ['musters_board_change'],
  devices: ['devices_change', 'devices_state_change'],
  paired_kiosks: ['paired_kiosks_change'],
  visits: [
    'visits_record_check_ins',
    'visits_correct_check_in',
    'visits_record_stay',
    'visits_log',
    'visits_log_change',
    'visits_recount_days',
    'visits_correct_days',
  ],
  refused_attempts: ['refused_attempts_record_refusal', 'refused_attempts_log'],
  log_corrections: ['log_corrections_log'],
  totp_methods: [
    'totp_methods_security_version_insert',
    'totp_methods_security_version_update',
    'totp_methods_security_version_delete',
  ],
  recovery_code_sets: [
    'recovery_code_sets_security_version_insert',
    'recovery_code_sets_security_version_update',
    'recovery_code_sets_security_version_delete',
  ],
}

/** Finds violations of the tenancy rules in the catalogue of a database, read as a superuser. */
export async function findFaults(sql: Sql): Promise<string[]> {
  const rules = [rlsFaults, keyFaults, referenceFaults, roleFaults, grantFaults, typeFaults, triggerFaults]
  return (await Promise.all(rules.map((rule) => rule(sql)))).flat().toSorted()
}

const tenantPolicyOn = (column: string) =>
  `((${column} = ( SELECT gatehouse_client_id() AS gatehouse_client_id)) OR ( SELECT gatehouse_is_installation() AS gatehouse_is_installation))`

async function rlsFaults(sql: Sql): Promise<string[]> {
  const tables = await sql<
    { name: string; kind: string; has_client: boolean; is_partition: boolean; has_rls: boolean }[]
  >`
    select c.relname as name, c.relkind::text as kind, c.relispartition as is_partition,
      c.relrowsecurity and c.relforcerowsecurity as has_rls,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and a.attnotnull) as has_client
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`
  const policies = await sql<{ table: string; name: string; command: string; condition: string }[]>`
    select tablename as table, policyname as name, cmd as command, concat(permissive, qual, with_check) as condition
    from pg_policies where schemaname = 'public'`
  const faults: string[] = []
  for (const { name, kind, has_client, is_partition, has_rls } of tables) {
    if (!['r', 'p'].includes(kind))
      faults.push(`${name}: a view or foreign table would bypass row-level security`)
    else if (!has_client && !tablesOfNoClient.includes(name)) faults.push(`${name}: has no client_id`)
    if (!has_client && name !== 'clients') continue
    if (!has_rls) faults.push(`${name}: row-level security is not forced`)
    const tenantPolicy = `PERMISSIVE${tenantPolicyOn(name === 'clients' ? 'id' : 'client_id')}`
    const own = policies.filter(({ table }) => table === name)
    if (
      !is_partition &&
      !own.some(({ command, condition }) => command === 'ALL' && condition === tenantPolicy)
    ) {
      faults.push(`${name}: has no tenant policy`)
    }
    for (const policy of own) {
      const isLookup =
        policy.command === 'SELECT' && policy.condition === `PERMISSIVE${lookupPolicies[policy.name]}`
      const isTenantPolicy = policy.command === 'ALL' && policy.condition === tenantPolicy
      // A restrictive policy only removes access.
      const isRestrictive = policy.condition.startsWith('RESTRICTIVE')
      if (is_partition || !(isTenantPolicy || isLookup || isRestrictive))
        faults.push(`${name}: the policy ${policy.name} shows rows of other clients`)
    }
  }
  return faults
}

async function keyFaults(sql: Sql): Promise<string[]> {
  const indexes = await sql<{ table: string; name: string; first: string; is_primary: boolean }[]>`
    select t.relname as table, i.relname as name, x.indisprimary as is_primary,
      pg_get_indexdef(x.indexrelid, 1, false) as first
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where t.relnamespace = 'public'::regnamespace and not t.relispartition`
  const clientTables = await tablesWithClient(sql)
  const withKey = new Set(indexes.filter(({ is_primary }) => is_primary).map(({ table }) => table))
  return [
    ...clientTables.filter((table) => !withKey.has(table)).map((table) => `${table}: has no primary key`),
    ...indexes
      .filter(
        ({ table, name, first }) =>
          clientTables.includes(table) && first !== 'client_id' && !indexesAcrossClients.includes(name),
      )
      .map(({ table, name }) => `${table}: ${name} does not begin with client_id`),
    ...indexes
      .filter(
        ({ table, name }) =>
          indexesAcrossClients.includes(name) && name.endsWith('_pkey') && !tenantLookups.includes(table),
      )
      .map(({ table, name }) => `${table}: ${name} is not the key of a tenant lookup`),
  ]
}

async function referenceFaults(sql: Sql): Promise<string[]> {
  const references = await sql<{ table: string; name: string; target: string; pairs: string[] }[]>`
    select t.relname as table, c.conname as name, r.relname as target,
      array(select a.attname || '=' || b.attname from unnest(c.conkey, c.confkey) as k(own, theirs)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = own
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = theirs) as pairs
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    where c.contype = 'f' and t.relnamespace = 'public'::regnamespace and not t.relispartition`
  const clientTables = await tablesWithClient(sql)
  const referring = new Set(references.map(({ table }) => table))
  return [
    ...references
      .filter(
        ({ target, pairs }) => !pairs.includes(target === 'clients' ? 'client_id=id' : 'client_id=client_id'),
      )
      .map(({ table, name }) => `${table}: ${name} could lead to another client`),
    ...clientTables
      .filter((table) => !referring.has(table))
      .map((table) => `${table}: refers to nothing of its client`),
  ]
}

async function roleFaults(sql: Sql): Promise<string[]> {
  const [role] = await sql<
    Record<'super' | 'bypass' | 'createdb' | 'createrole' | 'owns' | 'member' | 'creates', boolean>[]
  >`
    select rolsuper as super, rolbypassrls as bypass, rolcreatedb as createdb, rolcreaterole as createrole,
      exists (select from pg_shdepend where refobjid = r.oid and deptype = 'o') as owns,
      exists (select from pg_auth_members m where m.member = r.oid) as member,
      has_schema_privilege(r.oid, 'public', 'CREATE') as creates
    from pg_roles r where rolname = ${runtimeRole}`
  if (!role) return [`${runtimeRole}: does not exist`]
  return Object.entries(role)
    .filter(([, has]) => has)
    .map(([right]) => `${runtimeRole}: has the right "${right}"`)
}

async function grantFaults(sql: Sql): Promise<string[]> {
  const grants = await sql<{ table: string; grantee: string; right: string }[]>`
    select c.relname as table, coalesce(r.rolname, 'PUBLIC') as grantee, g.privilege_type as right
    from pg_class c cross join aclexplode(c.relacl) g left join pg_roles r on r.oid = g.grantee
    where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner`
  const functions = await sql<{ name: string; fixed: boolean; callable: boolean }[]>`
    select p.proname as name, p.proconfig::text like '%search_path=pg_catalog, pg_temp%' as fixed,
      has_function_privilege('public', p.oid, 'EXECUTE') as callable
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`
  const allowed = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
  const isAllowed = ({ table, grantee, right }: (typeof grants)[number]) =>
    grantee === runtimeRole &&
    allowed.includes(right) &&
    !(['schema_migrations', 'data_keys'].includes(table) && right !== 'SELECT') &&
    table !== 'sql_files' &&
    !(
      ['audit_entries', 'log_corrections', 'log_entries'].includes(table) &&
      ['UPDATE', 'DELETE'].includes(right)
    )
  const readable = new Set(grants.filter(({ right }) => right === 'SELECT').map(({ table }) => table))
  return [
    ...grants
      .filter((grant) => !isAllowed(grant))
      .map(({ table, grantee, right }) => `${table}: ${grantee} may ${right}`),
    ...(await tablesWithClient(sql))
      .filter((table) => !readable.has(table))
      .map((table) => `${table}: the program may not read it`),
    ...functions
      .filter(({ fixed, callable }) => !fixed || callable)
      .map(
        ({ name }) =>
          `${name}: runs with the owner's rights for anybody, or with a search path that can be changed`,
      ),
  ]
}

/** Checks that times have milliseconds and a zone. */
async function typeFaults(sql: Sql): Promise<string[]> {
  const columns = await sql<{ table: string; column: string; type: string }[]>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and format_type(a.atttypid, a.atttypmod) like 'time%'`
  return columns
    .filter(({ type }) => type !== 'timestamp(3) with time zone')
    .map(({ table, column, type }) => `${table}: ${column} is a ${type}`)
}

async function triggerFaults(sql: Sql): Promise<string[]> {
  const triggers = await sql<{ name: string }[]>`
    select c.relname || '.' || t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled = 'O'`
  const active = new Set(triggers.map(({ name }) => name))
  return Object.entries(requiredTriggers).flatMap(([table, names]) =>
    names
      .filter((name) => !active.has(`${table}.${name}`))
      .map((name) => `${table}: the trigger ${name} is missing or off`),
  )
}

async function tablesWithClient(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'client_id' and not a.attisdropped`
  return rows.map(({ name }) => name)
}
