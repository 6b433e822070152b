import { hasValues } from '../../db/has-values.ts'
import { serverLimits } from '@gatehouse/validation/limits'
import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { matchesSearch } from '../../db/search.ts'
import { logPeople } from '../../db/schema/log-entries.ts'
import { visits } from '../../db/schema/visits.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { timeInId } from '../access-log/get-record.ts'
import { findPeople, matchesPerson, type PersonSearch } from '../access-log/search-people.ts'
import { canReadMobilesOfHistory, type MobilesReadable, showMobile } from '../people/mobile-visibility.ts'
import { isSiteOf } from '../sites/queries.ts'
import { type Asking, joinAccount, readAsking, shownName } from './report.ts'

interface Search {
  search?: string | undefined
  chosen?: string | undefined
}

/** The most person keys that are looked up. */
const LOOKED_UP = 200

interface FoundPerson extends Record<string, unknown> {
  id: string
  name: string
  mobile: string
  can_read_mobile: MobilesReadable
}

/**
 * People whose contacts can be listed: those with a visit at a site that the caller manages, each
 * with the id of their last visit. Without a search, the latest visitors.
 */
export function findReportPeople(ctx: Context<StaffActor>, { search, chosen }: Search): Promise<OptionsPage> {
  return withReadScope(ctx.db, getWorkingScope(ctx.actor), async (tx) => {
    const asking = await readAsking(tx, ctx, {})
    const people = await findPeople(tx, asking.clientId, search)
    const keys = people?.keys ?? (await findLatestKeys(tx, asking.clientId, search))
    const found = await findLastVisits(tx, asking, keys.slice(0, LOOKED_UP), people)
    const first = chosen === undefined ? [] : await findVisitOf(tx, asking, chosen)
    const others = found.filter(({ id }) => id !== chosen)
    return {
      items: [...first, ...others.slice(0, serverLimits.siteOptions)].map(toOption),
      has_more: others.length > serverLimits.siteOptions || keys.length > LOOKED_UP,
    }
  })
}

/** The latest visitors; if a search matches more people than fit, the latest among them. */
async function findLatestKeys(
  tx: Transaction,
  clientId: string,
  search: string | undefined,
): Promise<string[]> {
  const rows = await tx
    .select({ key: logPeople.personKey })
    .from(logPeople)
    .where(
      and(
        eq(logPeople.clientId, clientId),
        matchesSearch(search, {
          texts: [logPeople.foldedName],
          // Whether the number may be read is decided by the visit that is shown.
          phone: { column: logPeople.mobile, readable: sql`true` },
        }),
      ),
    )
    .orderBy(desc(logPeople.lastAt))
    .limit(LOOKED_UP + 1)
  return rows.map(({ key }) => key)
}

/** A search also returns recent records whatever their names, so the names are compared again. */
function findLastVisits(
  tx: Transaction,
  asking: Asking,
  keys: readonly string[],
  people: PersonSearch | undefined,
): Promise<FoundPerson[]> {
  const { actor, clientId, isAtSite } = asking
  const own = and(
    eq(visits.clientId, clientId),
    sql`${visits.personKey} = wanted.key`,
    isAtSite(visits.siteId),
    people && matchesPerson(visits, people, canReadMobilesOfHistory(actor, sql`false`)),
  )
  return selectPeople(
    tx,
    asking,
    sql`unnest(${`{${keys.join(',')}}`}::text[]) as wanted (key)
      cross join lateral (
        select visits.* from visits join sites on ${isSiteOf(visits)} where ${own} order by ${visits.signedInAt} desc limit 1) as stay`,
  )
}

async function findVisitOf(tx: Transaction, asking: Asking, visitId: string): Promise<FoundPerson[]> {
  const at = timeInId(visitId)
  if (!at) return []
  const { clientId, isAtSite } = asking
  const own = and(hasValues(visits, { clientId, id: visitId, signedInAt: at }), isAtSite(visits.siteId))
  return selectPeople(tx, asking, sql`(select visits.* from visits where ${own}) as stay`)
}

async function selectPeople(
  tx: Transaction,
  { actor, clientId }: Asking,
  stays: SQL,
): Promise<FoundPerson[]> {
  return tx.execute<FoundPerson>(sql`
    select * from (
      select stay.id, stay.last_name, ${shownName} as name, stay.mobile, ${canReadMobilesOfHistory(actor, sql`false`)} as can_read_mobile
      from ${stays} join sites on sites.client_id = ${clientId} and sites.id = stay.site_id ${joinAccount(clientId)}) as person
    where name <> '' order by last_name collate gatehouse_names, name collate gatehouse_names, id`)
}

/** The end of the number tells people with the same name apart. */
function toOption({ id, name, mobile, can_read_mobile: canRead }: FoundPerson): { id: string; name: string } {
  const shown = showMobile(mobile, canRead)
  return { id, name: shown.mobile === null ? name : `${name} · ${shown.mobile}` }
}
