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

/** Whether a column has the id of one of some sites; undefined where all of the client are meant. */
type SiteCondition = (column: AnyColumn) => SQL | undefined

/** Where and from which moment a report is asked for. */
export interface Asking {
  actor: StaffActor
  clientId: string
  /** Whether the id of a site is one of those that are asked about, as a condition; all of the client are where there is none. */
  isAtSite: SiteCondition
  site: VisibleSite | undefined
  timeZone: string
  asOf: Date
  now: Date
}

/** A statement of rows, and their order by its columns. */
export interface ReportRows {
  statement: SQL
  order: SQL
}

/** What a report is made of. */
export interface Asked<Found, Extra> {
  range: ReportRange
  /** How its rows are read, or the rows themselves, where they are few. */
  rows: ReportRows | readonly Found[]
  extra: Extra
  /** What the audit log says beside site and range. */
  target?: AuditEntry['target']
  filters?: string[]
}

/**
 * A report: what it is made of, and how a row is written into its file. It reads the visits and no stored result, so a correction
 * counts at once, and what the retention has deleted is in no report.
 */
export interface Report<Query, Found, Extra = undefined> {
  name: ReportName
  ask(tx: Transaction, asking: Asking, query: Query): Promise<Asked<Found, Extra>>
  /** The columns of its file, in their order. */
  columns: Record<string, (row: Found, timeZone: string) => CsvValue>
}

/** What the queries of all reports have. */
export interface CommonQuery {
  site?: string | undefined
  as_of?: InstantText | undefined
}

/** @throws AppError `client_not_chosen`, `not_found` for a site that the person does not manage, `time_out_of_range` for a moment to come */
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
 * Of whoever does not read all records a statement reads the sites once, as an array, so that the index by site and time finds what was at each
 * of them.
 */
function isAtManagedSite(actor: StaffActor): SiteCondition {
  if (readsAllRecords(actor)) return () => undefined
  const managed = new QueryBuilder()
    .select({ id: sites.id })
    .from(sites)
    .where(isAccessibleSite(actor, 'manage'))
  return (column) => sql`${column} = any(array(${managed}))`
}

/** The name of a person of `stay`, whose account is `account`. A user whose typed name was deleted has the name of the account. */
export const shownName = sql`
  coalesce(nullif(trim(stay.first_name || ' ' || stay.last_name), ''), trim(account.first_name || ' ' || account.last_name), '')`

/** Joins the account of a person of `stay`. */
export const joinAccount = (clientId: string) =>
  sql`left join users account on account.client_id = ${clientId} and account.id = stay.user_id`

/** A time in milliseconds since 1970 as a file has it. */
export const writeLocalTime = (moment: number, timeZone: string): string =>
  toLocalTime(new Date(moment), timeZone).replace('T', ' ')

/** Whose stays a report reads. */
interface StaysOf {
  clientId: string
  isAtSite: SiteCondition
  /** Which visits of them. */
  where?: SQL | undefined
}

/** Longer stays have an index of their own (`visits_long_stay_idx`), so for all others no earlier visit has to be read. */
const LONG_STAY_DAYS = 2

const ended = sql`coalesce(${visits.signedOutAt}, ${visits.endedAt})`

/** A person as it is shown, and when they came and left: `ended` is null while they are on site. */
const columns = sql`
  ${visits.id}, ${visits.siteId}, ${visits.personKey}, ${visits.userId}, ${visits.kind}, ${visits.firstName}, ${visits.lastName},
  ${visits.mobile}, ${visits.roleName}, ${visits.dependents}, ${visits.signedInAt} as came, ${ended} as ended, ${visits.signedOutAt},
  ${visits.endedAs}`

/**
 * The stays that touch a range, also those that end as it begins, with the values that hold now. A stay that a rule has ended lasts until then; one
 * that was superseded until the person's next visit, which goes on with it.
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
