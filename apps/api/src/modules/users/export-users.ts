import type { EndpointExport, EndpointInput } from '@gatehouse/validation/endpoint'
import type { exportUsersEndpoint } from '@gatehouse/validation/endpoints/users-export'
import { exportFileName } from '@gatehouse/validation/export-name'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import { and, asc, count, inArray } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { type Context, ownerOf, type StaffActor } from '../../context.ts'
import { byStaff, recordAudit } from '../../db/audit.ts'
import type { Database } from '../../db/client.ts'
import { cancelledExport } from '../../db/cancelled-export.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { byName } from '../../db/name-order.ts'
import { type Exports, readIdsInParts } from '../../db/open-export.ts'
import { clients } from '../../db/schema/clients.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import { whereListed } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { type CsvValues, writeCsv } from '../../lib/csv.ts'
import { takeParts } from '../../lib/take-turns.ts'
import { toExportedTime } from '../../lib/zoned-time.ts'
import { resolveSite } from '../sites/queries.ts'
import { findEntries, listedUsers, selectUsers } from './queries.ts'
import { toUser } from './responses.ts'

const SLICE_ROWS = 50
/** Of so many entries the people of a part are read at once. One person may have a thousand. */
const GROUP_ENTRIES = 2000

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
 * The users that match the filters, by name, as CSV with the columns of the import and some more. The export is recorded before its first
 * row is sent, with the number of rows that it has.
 * @throws AppError `not_found` for a site that the person does not manage, `exports_busy`
 */
export async function exportUsers(
  { db, actor, now }: Context<StaffActor>,
  exports: Exports,
  query: EndpointInput<typeof exportUsersEndpoint>['query'],
): Promise<EndpointExport> {
  let siteName: string | undefined
  const { rows, text } = await exports.open(actor.scope, ownerOf(actor), async (tx) => {
    const resolved = await resolveSite(tx, actor, 'manage', query)
    siteName = resolved.site?.name
    const listed = whereListed(listedUsers(actor), resolved)
    const counted = await tx.$count(users, listed)
    await recordExport(db, actor, query, counted, now)
    const ids = new QueryBuilder()
      .select({ id: users.id })
      .from(users)
      .where(listed)
      .orderBy(...byName(users, asc), asc(users.id))
    return {
      rows: counted,
      text: writeCsv(columns, readParts(tx, actor, ids)),
      onCancelled: cancelledExport(db, actor.scope, {
        clientId: actor.scope.kind === 'client' ? actor.scope.clientId : actor.clientId,
        actor: { kind: 'staff', id: actor.userId },
        target: { kind: 'client', id: null },
        name: 'users',
        rows: counted,
      }),
    }
  })
  const filters = [siteName, query.user_type, query.status, query.search]
  return { name: exportFileName('users', filters, rows, now), rows, text }
}

/** In a transaction of its own: that of the rows only reads, and ends with the last of them. */
function recordExport(
  db: Database,
  actor: StaffActor,
  query: EndpointInput<typeof exportUsersEndpoint>['query'],
  rows: number,
  now: Date,
): Promise<void> {
  return withScope(db, actor.scope, (tx) =>
    recordAudit(tx, {
      ...byStaff(actor.scope.kind === 'client' ? actor.scope.clientId : actor.clientId, actor.userId, now),
      action: 'users.exported',
      target: { kind: 'client', id: null },
      details: {
        search: query.search ?? null,
        site: query.site ?? null,
        user_type: query.user_type ?? null,
        status: query.status,
        rows,
      },
    }),
  )
}

async function* readParts(
  tx: Transaction,
  actor: StaffActor,
  ids: Parameters<typeof readIdsInParts>[1],
): AsyncGenerator<CsvValues[]> {
  const regions = new Map<string, string>()
  for await (const part of readIdsInParts(tx, ids)) {
    const rows = await selectUsers(tx, actor).where(isOneOf(users.id, part))
    const unknown = [...new Set(rows.map(({ clientId }) => clientId))].filter((id) => !regions.has(id))
    if (unknown.length > 0) {
      const found = await tx
        .select({ id: clients.id, region: clients.region })
        .from(clients)
        .where(inArray(clients.id, unknown))
      for (const { id, region } of found) regions.set(id, region)
    }
    const place = new Map(part.map((id, at) => [id, at]))
    const sorted = rows.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
    for (const group of groupByEntries(sorted, await countEntries(tx, rows))) {
      const entries = await findEntries(tx, actor, group)
      // Writing a part takes longer than other requests may wait.
      for await (const slice of takeParts(group, SLICE_ROWS))
        yield slice.map((row) =>
          toValues(toUser(row, entries.get(row.id) ?? []), regions.get(row.clientId) ?? ''),
        )
    }
  }
}

type UserKey = Pick<typeof users.$inferSelect, 'clientId' | 'id'>

async function countEntries(tx: Transaction, people: readonly UserKey[]): Promise<Map<string, number>> {
  const found = await tx
    .select({ userId: accessEntries.userId, entries: count() })
    .from(accessEntries)
    .where(
      and(
        isOneOf(accessEntries.clientId, [...new Set(people.map(({ clientId }) => clientId))]),
        isOneOf(
          accessEntries.userId,
          people.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(accessEntries.userId)
  return new Map(found.map(({ userId, entries }) => [userId, entries]))
}

/** People in their order, in groups with few entries. Most often all are one group. */
function groupByEntries<Person extends UserKey>(
  people: readonly Person[],
  counts: ReadonlyMap<string, number>,
): Person[][] {
  const groups: Person[][] = []
  let room = 0
  for (const person of people) {
    const own = counts.get(person.id) ?? 0
    const group = own <= room ? groups.at(-1) : undefined
    room = (group ? room : GROUP_ENTRIES) - own
    if (group) group.push(person)
    else groups.push([person])
  }
  return groups
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
