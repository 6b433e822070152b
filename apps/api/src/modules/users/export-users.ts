import type { EndpointExport, EndpointInput } from '@gatehouse/validation/endpoint'
import type { exportUsersEndpoint } from '@gatehouse/validation/endpoints/users-export'
import { exportFileName } from '@gatehouse/validation/export-name'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import { asc, count, inArray } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Context, StaffActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { byName } from '../../db/name-order.ts'
import { openExport, readIdsInParts } from '../../db/open-export.ts'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import { whereListed } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { type CsvValues, writeCsv } from '../../lib/csv.ts'
import { toExportedTime } from '../../lib/zoned-time.ts'
import { resolveSite } from '../sites/queries.ts'
import { findEntries, listedUsers, selectUsers } from './queries.ts'
import { toUser } from './responses.ts'

const columns = [
  'first_name',
  'last_name',
  'email',
  'mobile',
  'employee_number',
  'phone_extension',
  'sites',
  'user_type',
  'approval_access',
  'ppe',
  'temperature',
  'status',
  'two_step',
  'last_seen',
  'last_seen_site',
  'last_seen_site_time_zone',
  'last_seen_utc',
]

/**
 * The users that match the filters, by name, as CSV with the columns of the import and some more. The export is recorded.
 * @throws AppError `not_found` for a site that the person does not manage
 */
export async function exportUsers(
  ctx: Context<StaffActor>,
  query: EndpointInput<typeof exportUsersEndpoint>['query'],
): Promise<EndpointExport> {
  const { db, actor, now } = ctx
  const where = await withScope(db, actor.scope, async (tx) => {
    const resolved = await resolveSite(tx, actor, 'manage', query)
    const listed = whereListed(listedUsers(actor), resolved)
    await recordAudit(tx, {
      clientId: actor.scope.kind === 'client' ? actor.scope.clientId : actor.clientId,
      actor: { kind: 'staff', id: actor.userId },
      action: 'users.exported',
      target: { kind: 'client', id: null },
      at: now,
      details: {
        search: query.search ?? null,
        site: query.site ?? null,
        user_type: query.user_type ?? null,
        status: query.status,
        rows: await tx.$count(users, listed),
      },
    })
    return { listed, siteName: resolved.site?.name }
  })
  const { rows, text } = await openExport(db, actor.scope, async (tx) => {
    const ids = new QueryBuilder()
      .select({ id: users.id })
      .from(users)
      .where(where.listed)
      .orderBy(...byName(users, asc), asc(users.id))
    const [counted] = await tx.select({ rows: count() }).from(users).where(where.listed)
    return { rows: counted?.rows ?? 0, text: writeCsv(columns, readParts(tx, actor, ids)) }
  })
  const filters = [where.siteName, query.user_type, query.status, query.search]
  return { name: exportFileName('users', filters, rows, now), rows, text }
}

async function* readParts(
  tx: Transaction,
  actor: StaffActor,
  ids: Parameters<typeof readIdsInParts>[1],
): AsyncGenerator<CsvValues[]> {
  const regions = new Map<string, string>()
  for await (const part of readIdsInParts(tx, ids)) {
    const rows = await selectUsers(tx, actor).where(inArray(users.id, part))
    const entries = await findEntries(tx, actor, rows)
    const unknown = [...new Set(rows.map(({ clientId }) => clientId))].filter((id) => !regions.has(id))
    if (unknown.length > 0) {
      const found = await tx
        .select({ id: clients.id, region: clients.region })
        .from(clients)
        .where(inArray(clients.id, unknown))
      for (const { id, region } of found) regions.set(id, region)
    }
    const place = new Map(part.map((id, at) => [id, at]))
    yield rows
      .toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
      .map((row) => toValues(toUser(row, entries.get(row.id) ?? []), regions.get(row.clientId) ?? ''))
  }
}

function toValues(user: ReturnType<typeof toUser>, region: string): CsvValues {
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    mobile: user.mobile === null ? '' : toWrittenNumber(user.mobile, region),
    employee_number: user.employee_number,
    phone_extension: user.phone_extension,
    sites: user.access.map(({ site_name, user_type }) => `${site_name}: ${user_type}`).join(' | '),
    user_type: user.user_type,
    approval_access: yesNo(user.approval_access),
    ppe: yesNo(user.ppe),
    temperature: yesNo(user.temperature),
    status: user.status,
    two_step: yesNo(user.two_step),
    last_seen: user.last_seen && toExportedTime(user.last_seen),
    last_seen_site: user.last_seen_site,
    last_seen_site_time_zone: user.last_seen_time_zone,
    last_seen_utc: user.last_seen,
  }
}

function yesNo(is: boolean): string {
  return is ? 'yes' : 'no'
}
