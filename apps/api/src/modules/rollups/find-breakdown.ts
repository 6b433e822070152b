import { hasValues } from '../../db/has-values.ts'
import { limits, serverLimits } from '@gatehouse/validation/limits'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { hasReadableRecords } from '../sites/policy.ts'
import type { VisibleSite } from '../sites/queries.ts'
import { deltasOfPiece, FAR_FUTURE, pieceRows, piecesAs } from './find-figures.ts'

interface Row extends Record<string, unknown> {
  part: keyof Breakdown
  id: string
  name: string
  site: string
  check_ins: number
}

type Breakdown = Record<'by_site' | 'by_role' | 'by_method', Row[]>

/**
 * Check-ins since a moment by site, role and method, each with its top entries. Only the roll-ups
 * of single sites have roles and methods, so each site is read.
 * @returns undefined for all clients together, and above the maximum number of compared sites
 */
export async function findBreakdown(
  tx: Transaction,
  actor: StaffActor,
  site: VisibleSite | undefined,
  from: Date,
): Promise<Breakdown | undefined> {
  if (actor.scope.kind === 'installation' && !site) return undefined
  const chosen = comparedSites(actor, site)
  const most = serverLimits.comparedSites
  const [found] = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from (select from sites where ${chosen} limit ${most + 1}) as found`,
  )
  if ((found?.n ?? 0) > most) return undefined
  const rows = await tx.execute<Row>(breakdownQuery(chosen, from))
  const of = (part: keyof Breakdown) => rows.filter((row) => row.part === part)
  return { by_site: of('by_site'), by_role: of('by_role'), by_method: of('by_method') }
}

/** The sites whose check-ins are in the figures, as in the access log. */
function comparedSites(actor: StaffActor, site: VisibleSite | undefined): SQL {
  const condition = and(
    hasReadableRecords(actor, 'see'),
    actor.scope.kind === 'client' ? eq(sites.clientId, actor.scope.clientId) : undefined,
    site && hasValues(sites, { clientId: site.clientId, id: site.id }),
  )
  return condition ?? sql`true`
}

/** The statement of `findBreakdown` for the sites of a condition. */
export function breakdownQuery(chosen: SQL, from: Date): SQL {
  const pieces = pieceRows('current', { from: from.getTime(), to: FAR_FUTURE })
  const top = sql`order by check_ins desc, name collate gatehouse_names, id limit ${limits.homeBars}`
  return sql`
    with ${piecesAs(pieces)},
    chosen as materialized (select client_id, id, name from sites where ${chosen}),
    counted as (
      select chosen.client_id, chosen.id as site_id, r.counts from chosen cross join piece
      join rollups r on r.client_id = chosen.client_id and r.scope_id = chosen.id
        and r.granularity = piece.granularity and r.starts_at >= piece.starts and r.starts_at < piece.ends
      union all
      select d.client_id, d.site_id, d.counts from piece cross join lateral (
        ${deltasOfPiece}) as d
      join chosen on chosen.client_id = d.client_id and chosen.id = d.site_id),
    summed as materialized (
      select client_id, site_id, key, sum(value::int)::int as n
      from counted cross join lateral jsonb_each_text(counts) group by 1, 2, 3 having sum(value::int) <> 0),
    of_sites as (
      select 'by_site' as part, chosen.id::text as id, chosen.name, '' as site, sum(n)::int as check_ins
      from summed join chosen on chosen.client_id = summed.client_id and chosen.id = summed.site_id
      where key in ('visitor', 'user') group by chosen.id, chosen.name),
    of_roles as (
      select 'by_role' as part, min(role.id::text) as id, role.name, '' as site, sum(n)::int as check_ins
      from summed join visitor_roles role
        on role.client_id = summed.client_id and role.id = ${idIn('role')}
      where starts_with(key, 'role:') group by role.name),
    of_methods as (
      select 'by_method' as part, method.id::text as id, method.name, coalesce(chosen.name, '') as site, sum(n)::int as check_ins
      from summed join sign_in_methods method
        on method.client_id = summed.client_id and method.id = ${idIn('method')}
      left join chosen on chosen.client_id = method.client_id and chosen.id = method.site_id
      where starts_with(key, 'method:') group by method.id, method.name, chosen.name)
    (select * from of_sites ${top})
    union all (select * from of_roles ${top})
    union all (select * from of_methods ${top})`
}

/** The id in a key of `counts`. */
const idIn = (kind: 'role' | 'method') =>
  sql.raw(
    `(case when starts_with(summed.key, '${kind}:') then substr(summed.key, ${kind.length + 2})::uuid end)`,
  )
