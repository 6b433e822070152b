import type { GettingStarted } from '@gatehouse/validation/endpoints/getting-started'
import { type FirstStep, firstSteps } from '@gatehouse/validation/vocabulary'
import { and, asc, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { clients } from '../../db/schema/clients.ts'
import { methodKeys, signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import { visits } from '../../db/schema/visits.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { isSiteOf } from '../sites/queries.ts'
import { json } from '../../db/sql-values.ts'

/**
 * The first steps of the client that the person works in.
 * @throws AppError `client_not_chosen`
 */
export function getGettingStarted({ db, actor, now }: Context<StaffActor>): Promise<GettingStarted> {
  const scope = getWorkingScope(actor)
  return withScope(db, scope, (tx) => readSteps(tx, scope.clientId, actor, now), { readOnly: true })
}

/**
 * Marks a step as done or skipped. The last word counts. Nothing is done of which there is nothing: the poster of no method, and the board
 * before the first visit, stay open; a site, a visit and a colleague are done by being there.
 * @throws AppError `client_not_chosen`
 */
export function closeFirstStep(
  { db, actor, now }: Context<StaffActor>,
  step: FirstStep,
  state: 'done' | 'skipped',
): Promise<GettingStarted> {
  const scope = getWorkingScope(actor)
  return withScope(db, scope, async (tx) => {
    const { steps: before, method } = await readSteps(tx, scope.clientId, actor, now)
    const stateOf = (name: FirstStep) => before.find((one) => one.step === name)?.state
    const canBeDone = { poster: method !== null, board: stateOf('visit') === 'done' }
    const isTaken = state === 'skipped' || new Map(Object.entries(canBeDone)).get(step) === true
    if (!isTaken || stateOf(step) === state) return { steps: before, method }
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'client.first_step_closed', 'client', {
        clientId: scope.clientId,
        id: scope.clientId,
      }),
      details: { before: { [step]: stateOf(step) }, after: { [step]: state } },
    })
    await tx
      .update(clients)
      .set({ closedSteps: sql`${clients.closedSteps} || ${json({ [step]: state })}` })
      .where(eq(clients.id, scope.clientId))
    return readSteps(tx, scope.clientId, actor, now)
  })
}

async function readSteps(
  tx: Transaction,
  clientId: string,
  { userId }: StaffActor,
  now: Date,
): Promise<GettingStarted> {
  const activeSite = tx
    .select({ one: sql`1` })
    .from(sites)
    .where(and(eq(sites.clientId, clientId), eq(sites.status, 'active')))
  const visit = tx
    .select({ one: sql`1` })
    .from(visits)
    .where(eq(visits.clientId, clientId))
  const aDayAgo = new Date(now.getTime() - DAY_MS)
  const earlierVisit = tx
    .select({ one: sql`1` })
    .from(visits)
    .where(and(eq(visits.clientId, clientId), lt(visits.signedInAt, aDayAgo)))
  const colleague = tx
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.clientId, clientId), ne(users.id, userId)))
  const [[client], [method]] = await Promise.all([
    tx
      .select({
        closed: clients.closedSteps,
        hasSite: sql<boolean>`exists (${activeSite})`,
        hasVisit: sql<boolean>`exists (${visit})`,
        hasEarlierVisit: sql<boolean>`exists (${earlierVisit})`,
        hasColleague: sql<boolean>`exists (${colleague})`,
      })
      .from(clients)
      .where(eq(clients.id, clientId)),
    tx
      .select({ id: signInMethods.id, key: methodKeys.key, site_id: sites.id, site_name: sites.name })
      .from(signInMethods)
      .innerJoin(sites, isSiteOf(signInMethods))
      .innerJoin(
        methodKeys,
        and(eq(methodKeys.clientId, signInMethods.clientId), eq(methodKeys.methodId, signInMethods.id)),
      )
      .where(
        and(
          eq(signInMethods.clientId, clientId),
          eq(signInMethods.enabled, true),
          isNull(signInMethods.retiredAt),
          isNull(methodKeys.retiredAt),
          eq(sites.status, 'active'),
        ),
      )
      .orderBy(asc(signInMethods.createdAt), asc(signInMethods.id))
      .limit(1),
  ])
  const closed = client?.closed ?? {}
  const isDone: Partial<Record<FirstStep, boolean | undefined>> = {
    site: client?.hasSite,
    poster: client?.hasVisit,
    visit: client?.hasVisit,
    // Whoever has had visitors for a day needs no word about the board.
    board: client?.hasEarlierVisit,
    colleague: client?.hasColleague,
  }
  return {
    steps: firstSteps.map((step) => ({ step, state: isDone[step] ? 'done' : (closed[step] ?? 'open') })),
    method: method ?? null,
  }
}
