import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { EndpointExport } from '@gatehouse/validation/endpoint'
import type { ignoredImportColumns, ImportColumn } from '@gatehouse/validation/endpoints/users'
import { exportFileName } from '@gatehouse/validation/export-name'
import { asc } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { clientOf, type Context, ownerOf, type StaffActor } from '../../context.ts'
import { auditOf, recordExport } from '../../db/audit.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { byName } from '../../db/name-order.ts'
import { type Exports, readIdsInParts } from '../../db/open-export.ts'
import { users } from '../../db/schema/users.ts'
import { inOrderOf, whereListed } from '../../db/select-page.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { type CsvRow, type CsvValue, writeCsvRows } from '../../lib/csv.ts'
import { takeParts } from '../../lib/take-turns.ts'
import { toExportedTime } from '../../lib/zoned-time.ts'
import { resolveSite } from '../sites/queries.ts'
import { writeMobile } from '../people/mobile-visibility.ts'
import { listedUsers, selectUsers, writtenEntries } from './queries.ts'

/** Larger parts would block other requests for too long. */
const SLICE_ROWS = 50

/** The columns of the import, and more that it ignores. */
type ExportColumn = ImportColumn | Exclude<(typeof ignoredImportColumns)[number], 'reason'>

const columns: Record<ExportColumn, (user: ExportedUser) => CsvValue> = {
  first_name: (user) => user.firstName,
  last_name: (user) => user.lastName,
  email: (user) => user.email,
  mobile: (user) => writeMobile(user.mobile, user.canReadMobile, user.region),
  employee_number: (user) => user.employeeNumber,
  phone_extension: (user) => user.phoneExtension,
  sites: (user) => user.access,
  user_type: (user) => user.userType,
  approval_access: (user) => yesNo(user.approvalAccess),
  ppe: (user) => yesNo(user.ppe),
  temperature: (user) => yesNo(user.temperatureCheck),
  status: (user) => user.status,
  two_step: (user) => yesNo(user.hasTwoStep),
  last_seen: (user) => user.lastSeenAt && toExportedTime(user.lastSeenAt.toISOString()),
  last_seen_site: (user) => user.lastSeenSite,
  last_seen_site_time_zone: (user) => user.lastSeenTimeZone,
  last_seen_utc: (user) => user.lastSeenAt?.toISOString() ?? null,
}

type ExportedUser = Awaited<ReturnType<typeof selectUsers<string | null>>>[number]

/**
 * The users that match the filters, by name, as CSV with the columns of the import and some more.
 * The export and its number of rows are recorded before the first row is sent.
 * @throws AppError `not_found` for a site that the person does not manage, `exports_busy`
 */
export async function exportUsers(
  { db, actor, now }: Context<StaffActor>,
  exports: Exports,
  query: InputOf<'exportUsers'>['query'],
): Promise<EndpointExport> {
  let siteName: string | undefined
  const { rows, text } = await exports.open(actor.scope, ownerOf(actor), async (tx) => {
    const resolved = await resolveSite(tx, actor, 'manage', query)
    siteName = resolved.site?.name
    const listed = whereListed(listedUsers(actor), resolved)
    const counted = await tx.$count(users, listed)
    const onCancelled = await recordExport(db, actor.scope, 'users', {
      ...auditOf({ actor, now }, 'users.exported', 'client', { clientId: clientOf(actor), id: null }),
      details: {
        search: query.search ?? null,
        site: query.site ?? null,
        user_type: query.user_type ?? null,
        status: query.status,
        rows: counted,
      },
    })
    const ids = new QueryBuilder()
      .select({ id: users.id })
      .from(users)
      .where(listed)
      .orderBy(...byName(users, asc), asc(users.id))
    return { rows: counted, text: writeCsvRows(Object.keys(columns), readParts(tx, actor, ids)), onCancelled }
  })
  const filters = [siteName, query.user_type, query.status, query.search]
  return { name: exportFileName('users', filters, rows, now), rows, text }
}

async function* readParts(
  tx: Transaction,
  actor: StaffActor,
  ids: Parameters<typeof readIdsInParts>[1],
): AsyncGenerator<CsvRow[]> {
  for await (const part of readIdsInParts(tx, ids)) {
    const rows = await selectUsers(tx, actor, writtenEntries(actor)).where(isOneOf(users.id, part))
    const sorted = inOrderOf(part, rows, ({ id }) => id)
    for await (const slice of takeParts(sorted, SLICE_ROWS)) yield slice.map(toRow)
  }
}

const toRow = (user: ExportedUser): CsvRow => Object.values(columns).map((valueOf) => valueOf(user))

function yesNo(is: boolean): string {
  return is ? 'yes' : 'no'
}
