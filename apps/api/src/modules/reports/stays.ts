import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { presence, visits } from '../../db/schema/visits.ts'
import { DAY_MS } from '../../lib/durations.ts'
import type { ReportRange } from './period.ts'
import type { SiteCondition } from './report.ts'
import { instant } from '../../db/sql-values.ts'

/** Whose stays a report reads. */
export interface StaysOf {
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
