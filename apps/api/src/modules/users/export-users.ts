import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { exportUsersEndpoint } from '@gatehouse/validation/endpoints/users'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import { and, asc, gt, inArray } from 'drizzle-orm'
import { stringify } from 'csv-stringify/sync'
import type { Context, StaffActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { whereListed } from '../../db/select-page.ts'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import { withScope } from '../../db/tenancy.ts'
import { resolveSite } from '../sites/queries.ts'
import { findEntries, listedUsers, selectUsers, type UserFilters } from './queries.ts'
import { toUser } from './responses.ts'

const BATCH = 1000

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
  'last_seen_utc',
  'last_seen_site',
]

/**
 * The users that match the filters, as CSV with the columns of the import and some more. They are read in batches while they are sent. Every
 * value is quoted, and one that a spreadsheet would take for a formula begins with an apostrophe. The export is recorded.
 * @throws AppError `not_found` for a site that the person does not manage
 */
export async function exportUsers(
  ctx: Context<StaffActor>,
  query: EndpointInput<typeof exportUsersEndpoint>['query'],
): Promise<AsyncIterable<string>> {
  const { db, actor, now } = ctx
  const filters = await withScope(db, actor.scope, async (tx) => {
    const resolved = await resolveSite(tx, actor, 'manage', query)
    await recordAudit(tx, {
      clientId: actor.scope.kind === 'client' ? actor.scope.clientId : actor.clientId,
      actor: { kind: 'staff', id: actor.userId },
      action: 'users.exported',
      target: { kind: 'client', id: null },
      at: now,
      details: { site: query.site ?? null, user_type: query.user_type ?? null, status: query.status },
    })
    return resolved
  })
  return writeBatches(ctx, filters)
}

async function* writeBatches(ctx: Context<StaffActor>, filters: UserFilters): AsyncGenerator<string> {
  let after: string | undefined
  for (;;) {
    const rows = await readBatch(ctx, filters, after)
    yield stringify(
      rows.map(({ values }) => values),
      {
        columns,
        header: after === undefined,
        bom: after === undefined,
        quoted: true,
        quoted_empty: true,
        escape_formulas: true,
        record_delimiter: 'windows',
      },
    )
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id
  }
}

/** A transaction for each batch: a slow reader keeps none open. */
function readBatch({ db, actor }: Context<StaffActor>, filters: UserFilters, after: string | undefined) {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const rows = await selectUsers(tx, actor)
        .where(
          and(
            whereListed(listedUsers(actor), filters),
            after === undefined ? undefined : gt(users.id, after),
          ),
        )
        .orderBy(asc(users.id))
        .limit(BATCH)
      const entries = await findEntries(tx, actor, rows)
      const regions = await tx
        .select({ id: clients.id, region: clients.region })
        .from(clients)
        .where(inArray(clients.id, [...new Set(rows.map(({ clientId }) => clientId))]))
      const regionOf = new Map(regions.map(({ id, region }) => [id, region]))
      return rows.map((row) => {
        const user = toUser(row, entries.get(row.id) ?? [])
        return {
          id: row.id,
          values: {
            ...user,
            mobile:
              user.mobile === null ? '' : toWrittenNumber(user.mobile, regionOf.get(row.clientId) ?? ''),
            sites: user.access.map(({ site_name, user_type }) => `${site_name}: ${user_type}`).join(' | '),
            user_type: user.user_type ?? '',
            approval_access: yesNo(user.approval_access),
            ppe: yesNo(user.ppe),
            temperature: yesNo(user.temperature),
            two_step: yesNo(user.two_step),
            last_seen_utc: user.last_seen ?? '',
            last_seen_site: user.last_seen_site ?? '',
          },
        }
      })
    },
    { readOnly: true },
  )
}

function yesNo(is: boolean): string {
  return is ? 'yes' : 'no'
}
