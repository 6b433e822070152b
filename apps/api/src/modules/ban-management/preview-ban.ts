import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { and, eq, or, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { withListScope } from '../../db/select-page.ts'
import { type PersonKind, presence } from '../../db/schema/visits.ts'
import { instant, json, millisOf } from '../../db/sql-values.ts'
import { type Transaction } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import type { BanKeys } from '../identity/person-key.ts'
import { findBans } from '../bans/find-ban.ts'
import { readNewTerms } from './change-ban.ts'
import { type BanPlace, getBanPlace } from './policy.ts'
import { limitNamed, readWhom, type Whom } from './whom.ts'

const PREVIEW_DAYS = 365
/** How many people with one mobile are compared, and how many are named. */
const MOST_PEOPLE = 100
const NAMED = 10

interface Group extends Whom {
  personKey: string
  kind: PersonKind
  visits: number
  /** In milliseconds since 1970. */
  lastAt: number
}

/**
 * The people whom a ban would have refused in the last year. People with the ban's mobile are
 * compared the way a check-in compares them, because a ban matches by several keys and a record
 * stores only one.
 */
export async function previewBan(
  ctx: Context<StaffActor>,
  banKeys: BanKeys,
  { site_id: siteId, from, until, ...given }: InputOf<'previewBan'>['body'],
): Promise<OutputOf<'previewBan'>> {
  const { db, actor, now } = ctx
  await limitNamed(ctx, given)
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  return withListScope(db, scope, async (tx) => {
    const place = await getBanPlace(tx, actor, clientId, siteId)
    readNewTerms(place, { from, until }, now)
    const whom = await readWhom(tx, actor, place, given)
    const keys = banKeys(clientId, whom)
    const isWhom = (one: Whom) =>
      (whom.userId !== null && one.userId === whom.userId) ||
      (whom.mobile !== '' && banKeys(clientId, one).some((key) => keys.includes(key)))
    const [{ groups, isCut }, present, bans] = await Promise.all([
      readGroups(tx, place, whom, keys, new Date(now.getTime() - PREVIEW_DAYS * DAY_MS)),
      readPresent(tx, place, whom),
      findBans(tx, clientId, { keys: whom.mobile === '' ? [] : keys, userId: whom.userId, now }),
    ])
    const people = gather(groups.filter(isWhom))
    return {
      people: people.slice(0, NAMED).map(({ firstName, lastName, kind, visits, lastAt }) => ({
        first_name: firstName,
        last_name: lastName,
        kind,
        visits,
        last_at: new Date(lastAt).toISOString(),
      })),
      total: people.length,
      visits: people.reduce((sum, { visits }) => sum + visits, 0),
      is_cut: isCut,
      on_site: present.filter(isWhom).length,
      bans: bans.filter((ban) => siteId === null || ban.siteId === null || ban.siteId === siteId).length,
    }
  })
}

/** The visits of people with this mobile, by person and spelling. One index lookup per person. */
async function readGroups(
  tx: Transaction,
  { clientId, siteId }: BanPlace,
  { mobile }: Whom,
  keys: readonly string[],
  since: Date,
): Promise<{ groups: readonly Group[]; isCut: boolean }> {
  const known = await tx.execute<{ person_key: string }>(sql`
    select person_key from log_people where client_id = ${clientId} and mobile = ${mobile} and mobile <> ''
    order by last_at desc limit ${MOST_PEOPLE + 1}`)
  const candidates = [...keys, ...known.slice(0, MOST_PEOPLE).map((row) => row.person_key)]
  const atSite = siteId === null ? sql`` : sql`and site_id = ${siteId}`
  const groups = await tx.execute<Group & Record<string, unknown>>(sql`
    select visit.* from (
      select distinct value as key from jsonb_array_elements_text(${json(candidates)})) as candidate
    cross join lateral (
      select person_key as "personKey", kind, user_id as "userId", first_name as "firstName", last_name as "lastName",
        mobile, count(*)::integer as visits, ${millisOf(sql`max(signed_in_at)`)} as "lastAt"
      from visits
      where client_id = ${clientId} and person_key = candidate.key and signed_in_at >= ${instant(since)} ${atSite}
      group by person_key, kind, user_id, first_name, last_name, mobile) as visit`)
  return { groups, isCut: known.length > MOST_PEOPLE }
}

function readPresent(
  tx: Transaction,
  { clientId, siteId }: BanPlace,
  { mobile, userId }: Whom,
): Promise<Whom[]> {
  return tx
    .select({
      firstName: presence.firstName,
      lastName: presence.lastName,
      mobile: presence.mobile,
      userId: presence.userId,
    })
    .from(presence)
    .where(
      and(
        eq(presence.clientId, clientId),
        siteId === null ? undefined : eq(presence.siteId, siteId),
        or(
          mobile === '' ? undefined : eq(presence.mobile, mobile),
          userId === null ? undefined : eq(presence.userId, userId),
        ),
      ),
    )
}

/** One row per person with the latest spelling, the latest visitor first. */
function gather(groups: readonly Group[]): Group[] {
  const latestFirst = groups.toSorted((one, other) => other.lastAt - one.lastAt)
  return [...Map.groupBy(latestFirst, ({ personKey }) => personKey).values()].flatMap(([latest, ...others]) =>
    latest ? [{ ...latest, visits: others.reduce((sum, { visits }) => sum + visits, latest.visits) }] : [],
  )
}
