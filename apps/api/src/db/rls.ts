import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { withoutTenant } from './tenancy.ts'
import { OperatorError } from '../lib/operator-error.ts'

/**
 * Checks that row-level security applies to the program.
 * @throws OperatorError where the effective role is a superuser, bypasses row-level security, owns
 *   a table or is a member of such a role, or where a client's table has no forced row-level
 *   security
 */
export async function assertRlsIsEnforced(db: Database): Promise<void> {
  const [found] = await withoutTenant(db, (shared) => shared.execute<Findings>(findings))
  if (!found) throw new OperatorError('The database does not say which role the program runs as.')
  const { role } = found
  const reasons = [
    found.is_superuser && 'is a superuser',
    found.bypasses && 'bypasses row-level security',
    found.owned && `owns the table ${found.owned} or is a member of the role that does`,
  ].filter((reason) => typeof reason === 'string')
  if (reasons.length > 0) {
    throw new OperatorError(
      `The database role "${role}" ${reasons.join(', ')}, so one client could see another's people. ` +
        'Set DATABASE_RUNTIME_URL to a role without these rights, or leave it empty.',
    )
  }
  if (found.open_table) {
    throw new OperatorError(
      `The table ${found.open_table} has no forced row-level security. Restore it with the migrations before starting.`,
    )
  }
}

type Findings = {
  role: string
  is_superuser: boolean
  bypasses: boolean
  owned: string | null
  open_table: string | null
}

const findings = sql`
  select r.rolname as role, r.rolsuper as is_superuser, r.rolbypassrls as bypasses,
    (select min(c.relname) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_has_role(r.oid, c.relowner, 'MEMBER')
    ) as owned,
    (select min(c.relname) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not (c.relrowsecurity and c.relforcerowsecurity)
        and (c.relname = 'clients' or exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped))
    ) as open_table
  from pg_roles r where r.rolname = current_user`
