import type { CheckOutPeople } from '@gatehouse/validation/endpoints/presence-changes'
import type { ErrorCode } from '@gatehouse/validation/error-codes'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { and, asc, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { undoableRows } from '../../db/apply-bulk.ts'
import { auditOf, recordAudits } from '../../db/audit.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { recordCorrections } from '../../db/record-corrections.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import { whereListed } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { readMomentWithin } from '../../lib/zoned-time.ts'
import { timeInId } from '../access-log/get-record.ts'
import { endVisits, isOneOfVisits } from '../check-in/presence.ts'
import { isAccessibleSite, isCheckOutSite } from '../sites/policy.ts'
import { assertChecksOut, isSiteOf, resolveSite } from '../sites/queries.ts'
import { presentConditions } from './queries.ts'

/** How many people are locked, checked out and recorded at a time. */
const BATCH_ROWS = 500

/**
 * Checks out people who are on site, now or at a time between their sign-in and now. The access log
 * has it as a correction of the visit, with the reason.
 * @throws AppError `forbidden` where the sign-in policy never lets the person check people out,
 *   `not_found` for a site
 */
export function checkOutPeople(
  { db, actor, now }: Context<StaffActor>,
  request: CheckOutPeople,
): Promise<BulkResult> {
  return withScope(db, actor.scope, async (tx) => {
    await assertChecksOut(tx, actor)
    const result: BulkResult = { done: 0, blocked: [] }
    const changed: string[] = []
    const block = (id: string, code: ErrorCode) =>
      result.blocked.push({ id, code, message: errorSentences[code] })
    const ids = 'ids' in request ? new Set(request.ids) : undefined
    const isChosen = await chosenPeople(tx, actor, now, request)
    for await (const people of lockPeople(tx, actor, isChosen)) {
      const leaving: Leaving[] = []
      for (const person of people) {
        ids?.delete(person.id)
        const leftAt =
          request.at === undefined
            ? now
            : readMomentWithin(request.at, person.timeZone, { from: person.signedInAt, to: now })
        // A node with a slow clock may see a sign-in that is later than now.
        const latest = Math.max(now.getTime(), person.signedInAt.getTime())
        if (!person.canCheckOut) block(person.id, 'forbidden')
        else if (request.at !== undefined && (leftAt < person.signedInAt || leftAt > now))
          block(person.id, 'time_out_of_range')
        else leaving.push({ ...person, leftAt: request.at === undefined ? new Date(latest) : leftAt })
      }
      await leave(tx, actor, leaving, request.reason, now)
      result.done += leaving.length
      changed.push(...leaving.map(({ id }) => id))
    }
    const gone = ids && (await findVisible(tx, actor, [...ids]))
    for (const id of ids ?? []) if (!gone?.has(id)) block(id, 'not_found')
    return {
      ...result,
      ...(gone && gone.size > 0 && { unchanged: [...gone] }),
      ...('matching' in request && undoableRows(changed)),
    }
  })
}

type Person = Awaited<ReturnType<typeof selectPeople>>[number]

interface Leaving extends Person {
  leftAt: Date
}

async function chosenPeople(
  tx: Transaction,
  actor: StaffActor,
  now: Date,
  request: CheckOutPeople,
): Promise<SQL | undefined> {
  if ('ids' in request) return and(isAccessibleSite(actor, 'see'), isOneOf(presence.visitId, request.ids))
  const matching = await resolveSite(tx, actor, 'see', request.matching)
  return whereListed(await presentConditions(tx, actor, now, matching), matching)
}

/** Locks people in the same order as check-ins do, so that two transactions never deadlock. */
async function* lockPeople(
  tx: Transaction,
  actor: StaffActor,
  isChosen: SQL | undefined,
): AsyncGenerator<Person[]> {
  let last: Person | undefined
  for (;;) {
    const people: Person[] = await selectPeople(
      tx,
      actor,
      and(
        isChosen,
        last && sql`(${presence.siteId}, ${presence.personKey}) > (${last.siteId}::uuid, ${last.personKey})`,
      ),
    )
    if (people.length > 0) yield people
    if (people.length < BATCH_ROWS) return
    last = people.at(-1)
  }
}

function selectPeople(tx: Transaction, actor: StaffActor, where: SQL | undefined) {
  return tx
    .select({
      clientId: presence.clientId,
      siteId: presence.siteId,
      personKey: presence.personKey,
      id: presence.visitId,
      signedInAt: presence.signedInAt,
      timeZone: sites.timeZone,
      canCheckOut: isCheckOutSite(actor),
    })
    .from(presence)
    .innerJoin(sites, isSiteOf(presence))
    .where(where)
    .orderBy(asc(presence.siteId), asc(presence.personKey))
    .limit(BATCH_ROWS)
    .for('update', { of: presence })
}

async function leave(
  tx: Transaction,
  actor: StaffActor,
  people: readonly Leaving[],
  reason: string,
  now: Date,
): Promise<void> {
  if (people.length === 0) return
  await endVisits(
    tx,
    people.map(({ leftAt, ...visit }) => {
      const endedAt = leftAt > now ? leftAt : now
      const ending = { endedAs: 'by_staff', endedAt, signedOutAt: leftAt, endedBy: actor.userId } as const
      return { visit: { ...visit, endedAs: null }, ending }
    }),
  )
  await recordCorrections(
    tx,
    people.map(({ leftAt, ...visit }) => ({
      visit,
      at: now,
      by: actor.userId,
      before: { signed_out_at: null },
      after: { signed_out_at: leftAt.toISOString() },
      note: reason,
    })),
  )
  await recordAudits(
    tx,
    people.map((visit) => auditOf({ actor, now }, 'visit.checked_out', 'visit', visit)),
  )
}

/** The visits among these that the person may see, which have ended already. */
async function findVisible(tx: Transaction, actor: StaffActor, ids: readonly string[]): Promise<Set<string>> {
  const named = ids.flatMap((id) => {
    const signedInAt = timeInId(id)
    return signedInAt ? [{ id, signedInAt }] : []
  })
  if (named.length === 0) return new Set()
  const rows = await tx
    .select({ id: visits.id })
    .from(visits)
    .innerJoin(sites, isSiteOf(visits))
    .where(and(isOneOfVisits(named), isAccessibleSite(actor, 'see')))
  return new Set(rows.map(({ id }) => id))
}
