import {
  keptKinds,
  type PersonBlock,
  type PersonData,
  personDataKinds,
} from '@gatehouse/validation/endpoints/people'
import { sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { isOneOf, isOneOfTexts, millisOf } from '../../db/sql-values.ts'
import type { PersonStep } from '../../db/lifecycle.ts'
import { isOfOther, type PersonRecords } from '../../db/person-records.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import type { PersonKeys } from '../identity/person-key.ts'
import { readsAllMobiles } from '../people/mobile-visibility.ts'
import { showPerson } from './find-people.ts'
import { type FoundPerson, findPersonOrThrow } from './find-person.ts'

/** A large client needs more than the usual five seconds: an account's visits have no own index. */
export const personTransaction = {
  statementTimeoutMs: 30_000,
  deadlineMs: 60_000,
  customPlans: true,
} as const

interface PersonDeps {
  steps: readonly PersonStep[]
  personKeys: PersonKeys
}

/** How much is stored about a person, by kind, and whether it can be erased now. */
export function getPersonData(
  { db, actor, now }: Context<StaffActor>,
  { steps, personKeys }: PersonDeps,
  key: string,
): Promise<PersonData> {
  const scope = getWorkingScope(actor)
  return withScope(
    db,
    scope,
    async (tx) => {
      const person = await findPersonOrThrow(tx, personKeys, scope.clientId, key)
      const onSite = await findStays(tx, person.records)
      const holdings = await countHoldings(tx, steps, person.records, now)
      const [account] = person.accounts
      const lastVisit = holdings.find(({ kind }) => kind === 'visits')?.last_at ?? null
      const { email, status, lastSeenAt } = account ?? {}
      const lastAt = lastSeenAt ?? lastVisit
      return {
        ...showPerson({ ...person, email, status, lastAt }, readsAllMobiles(actor)),
        time_zone: person.timeZone,
        on_site: onSite,
        block: findBlock(actor, person, onSite.length > 0) ?? null,
        holdings,
      }
    },
    { ...personTransaction, readOnly: true, isolation: 'repeatable read' },
  )
}

type Holding = PersonData['holdings'][number]

/** The reason why the person can't be erased now. */
export function findBlock(
  actor: StaffActor,
  { accounts }: Pick<FoundPerson, 'accounts'>,
  isOnSite: boolean,
): PersonBlock | undefined {
  if (accounts.some(({ siteAdmin }) => siteAdmin) && !actor.siteAdmin) return 'type_too_high'
  if (accounts.some(({ status }) => status === 'active' || status === 'pending')) return 'account_in_use'
  return isOnSite ? 'person_on_site' : undefined
}

/**
 * The sites where the person is present or on the roll of a running muster, also where a visit has
 * another name there.
 */
export async function findStays(tx: Transaction, person: PersonRecords): Promise<PersonData['on_site']> {
  const { clientId, keys, userIds } = person
  const isPerson = (row: string, id: string) => sql`
    ${sql.identifier(row)}.client_id = ${clientId} and (${isOneOfTexts(sql`${sql.identifier(row)}.person_key`, keys)}
      or ${isOneOf(sql`${sql.identifier(row)}.${sql.identifier(id)}`, userIds)})`
  const rows = await tx.execute<{ site: string; since: number }>(sql`
    select s.name as site, ${millisOf(sql`min(stay.at)`)} as since from (
      select p.site_id, p.signed_in_at as at from presence p where ${isPerson('p', 'user_id')}
      union all
      select m.site_id, r.signed_in_at from muster_roll r join musters m on m.client_id = r.client_id and m.id = r.muster_id
      where m.ended_at is null and (${isPerson('r', 'person_id')} or (r.client_id = ${clientId} and ${isOfOther(sql`r.visit_id`, sql`r.person_key`, person)}))) as stay
    join sites s on s.client_id = ${clientId} and s.id = stay.site_id
    group by s.id, s.name order by s.name`)
  return rows.map(({ site, since }) => ({ site, since: new Date(since).toISOString() }))
}

/** The number of records of each kind, without empty kinds. */
export async function countHoldings(
  tx: Transaction,
  steps: readonly PersonStep[],
  person: PersonRecords,
  now: Date,
): Promise<Holding[]> {
  const holdings: Holding[] = []
  for (const { kind, records } of steps) {
    const [row] = await tx.execute<{ count: number; first: number | null; last: number | null }>(sql`
      select count(*)::int as count, ${millisOf(sql`min(held.at)`)} as first,
        ${millisOf(sql`max(held.at)`)} as last
      from (${records(person, now)}) as held`)
    if (!row || row.count === 0) continue
    holdings.push({
      kind,
      count: row.count,
      first_at: toTime(row.first),
      last_at: toTime(row.last),
      stays: keptKinds.some((kept) => kept === kind),
    })
  }
  return holdings.toSorted(
    (one, other) => personDataKinds.indexOf(one.kind) - personDataKinds.indexOf(other.kind),
  )
}

const toTime = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()
