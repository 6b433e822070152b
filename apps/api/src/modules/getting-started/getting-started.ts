import { hasValues } from '../../db/has-values.ts'
import type { GettingStarted } from '@gatehouse/validation/endpoints/getting-started'
import { type FirstStep, firstSteps } from '@gatehouse/validation/vocabulary'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { clients } from '../../db/schema/clients.ts'
import { methodKeys, signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { isSiteOf } from '../sites/queries.ts'
import { instant, json } from '../../db/sql-values.ts'

/** The first steps of the client that the actor works in. */
export function getGettingStarted({ db, actor, now }: Context<StaffActor>): Promise<GettingStarted> {
  const scope = getWorkingScope(actor)
  return withReadScope(db, scope, (tx) => readSteps(tx, scope.clientId, actor, now))
}

/**
 * Marks a step as done or skipped. The last call wins. A poster without a method, and the board
 * before the first visit, cannot be marked as done. The steps for a site, a visit and a colleague
 * are done as soon as one exists.
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
  const aDayAgo = instant(new Date(now.getTime() - DAY_MS))
  const [[client], [method]] = await Promise.all([
    tx
      .select({
        closed: clients.closedSteps,
        hasSite: sql<boolean>`exists (select from sites where client_id = ${clientId} and status = 'active')`,
        hasVisit: sql<boolean>`exists (select from visits where client_id = ${clientId})`,
        hasEarlierVisit: sql<boolean>`exists (
          select from visits where client_id = ${clientId} and signed_in_at < ${aDayAgo})`,
        hasColleague: sql<boolean>`exists (
          select from users where client_id = ${clientId} and id <> ${userId})`,
      })
      .from(clients)
      .where(eq(clients.id, clientId)),
    tx
      .select({ id: signInMethods.id, key: methodKeys.key, site_id: sites.id, site_name: sites.name })
      .from(signInMethods)
      .innerJoin(sites, isSiteOf(signInMethods))
      .innerJoin(
        methodKeys,
        hasValues(methodKeys, { clientId: signInMethods.clientId, methodId: signInMethods.id }),
      )
      .where(
        and(
          hasValues(signInMethods, { clientId, enabled: true }),
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
    // After a day with visitors, the board needs no introduction.
    board: client?.hasEarlierVisit,
    colleague: client?.hasColleague,
  }
  return {
    steps: firstSteps.map((step) => ({ step, state: isDone[step] ? 'done' : (closed[step] ?? 'open') })),
    method: method ?? null,
  }
}
