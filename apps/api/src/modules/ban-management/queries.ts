import { hasIdOf } from '../../db/sql-values.ts'
import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { Ban, BanException, type BanState } from '@gatehouse/validation/endpoints/bans'
import { limits } from '@gatehouse/validation/limits'
import { and, count, desc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context, StaffActor } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { byName } from '../../db/name-order.ts'
import { banExceptions, bans } from '../../db/schema/bans.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import { type ListConditions, selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { toLocalTime } from '../../lib/zoned-time.ts'
import { canReadMobilesOfHistory, showMobile } from '../people/mobile-visibility.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { isSiteOf, resolveSite, type WithSite } from '../sites/queries.ts'
import { isListedUser } from '../users/policy.ts'
import { isComing, isInForce } from '../bans/find-ban.ts'
import { isAdmin } from '../users/policy.ts'
import { canManageBan, isVisibleBan } from './policy.ts'

type Query = InputOf<'listBans'>['query']

export type Reader = Pick<Context<StaffActor>, 'actor' | 'now'>

/** How many exceptions of a ban are shown. */
const SHOWN_EXCEPTIONS = 10
/** How many exceptions are read for a page of bans. */
const MOST_EXCEPTIONS = 1000

/** Only admins read the mobiles of people who are banned at sites that they do not manage. */
const canReadMobiles = (actor: StaffActor) => canReadMobilesOfHistory(actor, sql`false`)

function isState(state: BanState, now: Date): SQL | undefined {
  const at = { now: sql`${now.toISOString()}::timestamptz` }
  if (state === 'in_force') return isInForce(at)
  if (state === 'coming') return isComing(at)
  return not(sql`(${or(isInForce(at), isComing(at))})`)
}

function listedBans({
  actor,
  now,
}: Reader): ListConditions<WithSite<Pick<Query, 'search' | 'site' | 'state'>>> {
  return {
    scope: isVisibleBan(actor),
    search: { texts: [bans.foldedName], phone: { column: bans.mobile, readable: canReadMobiles(actor) } },
    filters: {
      site: ({ clientId, id }) =>
        and(eq(bans.clientId, clientId), or(isNull(bans.siteId), eq(bans.siteId, id))),
      state: (state) => isState(state, now),
    },
  }
}

/** @throws AppError `not_found` for a site that the actor may not see */
export function listBans(
  { db, actor, now }: Context<StaffActor>,
  query: Query,
): Promise<OutputOf<'listBans'>> {
  const reader = { actor, now }
  return withListScope(db, actor.scope, async (tx) => {
    const resolved = await resolveSite(tx, actor, 'see', query)
    const { items, total } = await selectPage(resolved, {
      ...listedBans(reader),
      sort: {
        from: bans.fromAt,
        until: bans.untilAt,
        created_at: bans.createdAt,
        name: (direction) => byName(bans, direction),
      },
      lastSort: bans.id,
      rows: (where) => selectBans(tx, reader).where(where),
      count: (where) => tx.select({ total: count() }).from(bans).leftJoin(sites, isSiteOf(bans)).where(where),
    })
    return { items: await toResponses(tx, reader, items), total }
  })
}

export function getBan({ db, actor, now }: Context<StaffActor>, id: string): Promise<Ban> {
  return withReadScope(db, actor.scope, (tx) => readBan(tx, { actor, now }, id))
}

/** Reads one ban within a transaction. */
export async function readBan(tx: Transaction, reader: Reader, id: string): Promise<Ban> {
  const rows = await selectBans(tx, reader).where(and(isVisibleBan(reader.actor), eq(bans.id, id)))
  const [ban] = await toResponses(tx, reader, rows)
  if (!ban) throw new AppError('not_found')
  return ban
}

const [creators, lifters, askers, deciders] = [
  alias(users, 'creators'),
  alias(users, 'lifters'),
  alias(users, 'askers'),
  alias(users, 'deciders'),
]
const nameOf = ({
  firstName,
  lastName,
}: typeof creators | typeof lifters | typeof askers | typeof deciders) =>
  sql<string | null>`trim(${firstName} || ' ' || ${lastName})`

function selectBans(tx: Transaction, { actor, now }: Reader) {
  return tx
    .select({
      ban: bans,
      clientName: clients.name,
      site: sites.name,
      timeZone: sql<string>`coalesce(${sites.timeZone}, ${clients.timeZone})`,
      canReadMobile: canReadMobiles(actor),
      canManage: canManageBan(actor),
      userId: users.id,
      createdBy: nameOf(creators),
      liftedBy: nameOf(lifters),
      state: sql<BanState>`case when ${isState('in_force', now)} then 'in_force' when ${isState('coming', now)} then 'coming' else 'over' end`,
    })
    .from(bans)
    .innerJoin(clients, eq(clients.id, bans.clientId))
    .leftJoin(sites, isSiteOf(bans))
    .leftJoin(users, and(hasValues(users, { clientId: bans.clientId, id: bans.userId }), isListedUser(actor)))
    .leftJoin(creators, hasValues(creators, { clientId: bans.clientId, id: bans.createdBy }))
    .leftJoin(lifters, hasValues(lifters, { clientId: bans.clientId, id: bans.liftedBy }))
    .$dynamic()
}

type BanRow = Awaited<ReturnType<typeof selectBans>>[number]

async function toResponses(tx: Transaction, reader: Reader, rows: readonly BanRow[]): Promise<Ban[]> {
  const exceptions = await findExceptions(
    tx,
    reader,
    rows.map(({ ban }) => ban),
  )
  return rows.map(({ ban, ...row }) =>
    toFields(
      Ban,
      { ...ban, ...row },
      {
        ...showMobile(ban.mobile, row.canReadMobile),
        from: ban.fromAt.toISOString(),
        until: ban.untilAt?.toISOString() ?? null,
        from_local: toLocalTime(ban.fromAt, row.timeZone),
        until_local: ban.untilAt && toLocalTime(ban.untilAt, row.timeZone),
        lifted: ban.liftedAt !== null,
        exceptions: exceptions.get(ban.id)?.slice(0, SHOWN_EXCEPTIONS) ?? [],
        needs_admin: !ban.setByManager && !isAdmin(reader.actor),
      },
    ),
  )
}

/** The exceptions by ban, at sites that the actor sees, latest first. */
async function findExceptions(
  tx: Transaction,
  { actor, now }: Reader,
  of: readonly { clientId: string; id: string }[],
): Promise<Map<string, BanException[]>> {
  if (of.length === 0) return new Map()
  const rows = await tx
    .select({
      exception: banExceptions,
      site: sites.name,
      askedBy: nameOf(askers),
      decidedBy: nameOf(deciders),
      canDecide: sql<boolean>`(${bans.userId} is distinct from ${actor.userId}
        and coalesce((${isAccessibleSite(actor, 'manage')}), false))`,
    })
    .from(banExceptions)
    .innerJoin(sites, isSiteOf(banExceptions))
    .innerJoin(bans, hasValues(bans, { clientId: banExceptions.clientId, id: banExceptions.banId }))
    .leftJoin(askers, hasValues(askers, { clientId: banExceptions.clientId, id: banExceptions.askedBy }))
    .leftJoin(
      deciders,
      hasValues(deciders, { clientId: banExceptions.clientId, id: banExceptions.decidedBy }),
    )
    .where(
      and(
        inArray(banExceptions.clientId, [...new Set(of.map(({ clientId }) => clientId))]),
        hasIdOf(banExceptions.banId, of),
        isAccessibleSite(actor, 'see'),
      ),
    )
    .orderBy(desc(banExceptions.askedAt), desc(banExceptions.id))
    .limit(MOST_EXCEPTIONS)
  const byBan = Map.groupBy(rows, ({ exception }) => exception.banId)
  return new Map(
    [...byBan].map(([id, own]) => [
      id,
      own.map(({ exception, ...row }) =>
        toFields(
          BanException,
          { ...exception, ...row },
          {
            state: stateOf(exception, now),
            decided_at: exception.decidedBy && (exception.decidedAt?.toISOString() ?? null),
            until: exception.untilAt?.toISOString() ?? null,
            is_own: exception.askedBy === actor.userId,
          },
        ),
      ),
    ]),
  )
}

type Decision = Pick<typeof banExceptions.$inferSelect, 'isGranted' | 'untilAt' | 'askedAt' | 'decidedBy'>

export function stateOf(
  { isGranted, untilAt, askedAt, decidedBy }: Decision,
  now: Date,
): BanException['state'] {
  if (isGranted === null) return askedAt <= lastAskedInTime(now) ? 'expired' : 'waiting'
  if (!isGranted) return decidedBy === null ? 'expired' : 'refused'
  return untilAt && untilAt > now ? 'granted' : 'over'
}

/** Requests made at this time or earlier have expired. */
export const lastAskedInTime = (now: Date): Date =>
  new Date(now.getTime() - limits.banExceptionWaitHours * HOUR_MS)
