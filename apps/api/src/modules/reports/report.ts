import type { ReportName } from '@gatehouse/validation/endpoints/reports'
import type { InstantText } from '@gatehouse/validation/instants'
import { type AnyColumn, eq, type SQL, sql, and, gt } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { AuditEntry } from '../../db/audit.ts'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { CsvValue } from '../../lib/csv.ts'
import { hasReadableRecords, isAccessibleSite, readsAllRecords } from '../sites/policy.ts'
import { findReportZone, resolveSite, type VisibleSite } from '../sites/queries.ts'
import type { ReportRange } from './period.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { toLocalTime } from '../../lib/zoned-time.ts'
import { instant } from '../../db/sql-values.ts'

/** The condition that a column has the id of one of some sites; undefined for all of the client. */
type SiteCondition = (column: AnyColumn) => SQL | undefined

/** The actor, sites and point in time of a report request. */
export interface Asking {
  actor: StaffActor
  clientId: string
  /** The condition that a site id is among the requested ones; undefined for all of the client. */
  isAtSite: SiteCondition
  site: VisibleSite | undefined
  timeZone: string
  asOf: Date
  now: Date
}

/** A statement of rows and their order by its columns. */
export interface ReportRows {
  statement: SQL
  order: SQL
}

/** The contents of a report. */
export interface Asked<Found, Extra> {
  range: ReportRange
  /** The statement that reads the rows, or the rows themselves if they are few. */
  rows: ReportRows | readonly Found[]
  extra: Extra
  /** Data for the audit log in addition to site and range. */
  target?: AuditEntry['target']
  filters?: string[]
}

/**
 * A report: its contents and the columns of its file. It reads the visits and no stored result, so
 * a correction counts at once, and no report has data that retention has deleted.
 */
export interface Report<Query, Found, Extra = undefined> {
  name: ReportName
  ask(tx: Transaction, asking: Asking, query: Query): Promise<Asked<Found, Extra>>
  /** The columns of its file, in order. */
  columns: Record<string, (row: Found, timeZone: string) => CsvValue>
}

/** The parameters of every report. */
export interface CommonQuery {
  site?: string | undefined
  as_of?: InstantText | undefined
}

/**
 * @throws AppError `client_not_chosen`, `not_found` for a site that the person does not manage,
 *   `time_out_of_range` for a time in the future
 */
export async function readAsking(
  tx: Transaction,
  { actor, now }: Pick<Context<StaffActor>, 'actor' | 'now'>,
  query: CommonQuery,
): Promise<Asking> {
  const { clientId } = getWorkingScope(actor)
  const { site } = await resolveSite(tx, actor, 'manage', query, hasReadableRecords)
  const timeZone = await findReportZone(tx, actor, site)
  const asOf = query.as_of === undefined ? now : new Date(query.as_of)
  if (asOf > now) throw new AppError('time_out_of_range', { fields: { as_of: 'time_in_future' } })
  const isAtSite = site ? (column: AnyColumn) => eq(column, site.id) : isAtManagedSite(actor)
  return { actor, clientId, isAtSite, site, timeZone, asOf, now }
}

/**
 * For actors who may not read all records the statement reads the sites once, as an array, so that
 * it can use the index by site and time for each of them.
 */
function isAtManagedSite(actor: StaffActor): SiteCondition {
  if (readsAllRecords(actor)) return () => undefined
  const managed = new QueryBuilder()
    .select({ id: sites.id })
    .from(sites)
    .where(isAccessibleSite(actor, 'manage'))
  return (column) => sql`${column} = any(array(${managed}))`
}

/**
 * The name of a person of `stay` with the account `account`. If the typed name of a user was
 * deleted, it is the name of the account.
 */
export const shownName = sql`
  coalesce(nullif(trim(stay.first_name || ' ' || stay.last_name), ''), trim(account.first_name || ' ' || account.last_name), '')`

/** Joins the account of a person of `stay`. */
export const joinAccount = (clientId: string) =>
  sql`left join users account on account.client_id = ${clientId} and account.id = stay.user_id`

/** A time in milliseconds since 1970, formatted for a file. */
export const writeLocalTime = (moment: number, timeZone: string): string =>
  toLocalTime(new Date(moment), timeZone).replace('T', ' ')

/** The stays that a report reads. */
interface StaysOf {
  clientId: string
  isAtSite: SiteCondition
  /** A condition on the visits. */
  where?: SQL | undefined
}

/**
 * Longer stays have an index of their own (`visits_long_stay_idx`). For all others the scan can
 * start this many days before the range.
 */
const LONG_STAY_DAYS = 2

const ended = sql`coalesce(${visits.signedOutAt}, ${visits.endedAt})`

/** A person as shown, with their arrival and departure. `ended` is null while they are on site. */
const columns = sql`
  ${visits.id}, ${visits.siteId}, ${visits.personKey}, ${visits.userId}, ${visits.kind}, ${visits.firstName}, ${visits.lastName},
  ${visits.mobile}, ${visits.roleName}, ${visits.dependents}, ${visits.signedInAt} as came, ${ended} as ended, ${visits.signedOutAt},
  ${visits.endedAs}`

/**
 * The stays that touch a range, including those that end at its start, with their current values. A
 * stay that a rule has ended lasts until then. A superseded one lasts until the person's next
 * visit, which continues it.
 */
export function staysWithin({ clientId, isAtSite, where }: StaysOf, { from, to }: ReportRange): SQL {
  const early = new Date(from.getTime() - LONG_STAY_DAYS * DAY_MS)
  const isOwn = (table: typeof visits | typeof presence) =>
    and(eq(table.clientId, clientId), isAtSite(table.siteId))
  const isLater = and(gt(visits.signedInAt, early), sql`${visits.signedInAt} < ${instant(to)}`)
  const isLong = sql`${ended} - ${visits.signedInAt} > ${sql.raw(`interval '${LONG_STAY_DAYS} days'`)}`
  const isEarly = (table: typeof visits | typeof presence) => sql`${table.signedInAt} <= ${instant(early)}`
  const lasts = sql`coalesce(${ended}, 'infinity') >= ${instant(from)}`
  return sql`
    select ${columns} from visits where ${and(isOwn(visits), isLater, lasts, where)}
    union all
    select ${columns} from visits where ${and(isOwn(visits), isEarly(visits), isLong, sql`${ended} >= ${instant(from)}`, where)}
    union all
    select ${columns} from presence join visits on ${visits.clientId} = ${presence.clientId} and ${visits.id} = ${presence.visitId}
      and ${visits.signedInAt} = ${presence.signedInAt}
    where ${and(isOwn(presence), isEarly(presence), sql`${ended} is null`, where)}`
}
