import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { addMusterMarksEndpoint, handInMarksEndpoint } from '@gatehouse/validation/endpoints/musters'
import type { InstantText } from '@gatehouse/validation/instants'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { musterMarks, musters } from '../../db/schema/musters.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { correctTime } from './correct-time.ts'
import { countAtEnd } from './count-muster.ts'
import type { HandInTokens } from './hand-in-tokens.ts'
import { isMuster, lockMuster, type MusterRow } from './queries.ts'

type Marks = EndpointInput<typeof addMusterMarksEndpoint>['body']

/** Adds the marks of a warden. @throws AppError `not_found`, `muster_over`, `too_many_parts` */
export function addMarks(
  { db, actor, now }: Context<StaffActor>,
  musterId: string,
  marks: Marks,
  sentAt: InstantText | undefined,
): Promise<{ version: number }> {
  return withScope(db, actor.scope, async (tx) => {
    const muster = await lockMuster(tx, actor, 'see', musterId)
    return storeMarks(tx, muster, marks, { madeBy: actor.userId, isFlagged: false, sentAt, now })
  })
}

/**
 * Adds the marks of a phone without a session. They are flagged where the person is no warden of the site any more.
 * @throws AppError `not_found` for a forged token, `muster_over`, `too_many_parts`
 */
export async function handInMarks(
  { db, now }: Pick<Context, 'db' | 'now'>,
  tokens: HandInTokens,
  { token, marks, sent_at: sentAt }: EndpointInput<typeof handInMarksEndpoint>['body'],
): Promise<{ version: number }> {
  const warden = tokens.read(token)
  if (!warden) throw new AppError('not_found')
  return withScope(db, warden.scope, async (tx) => {
    const [muster] = await tx
      .select()
      .from(musters)
      .where(isMuster({ clientId: warden.clientId, id: warden.musterId }))
      .for('update')
    if (!muster) throw new AppError('not_found')
    const isFlagged = !(await isWarden(tx, muster, warden.userId))
    return storeMarks(tx, muster, marks, { madeBy: warden.userId, isFlagged, sentAt, now })
  })
}

/** Whether a user is a warden of the site of a muster, without a session. */
async function isWarden(
  tx: Transaction,
  { clientId, siteId }: Pick<MusterRow, 'clientId' | 'siteId'>,
  userId: string,
): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .leftJoin(
      accessEntries,
      and(
        eq(accessEntries.clientId, users.clientId),
        eq(accessEntries.userId, users.id),
        eq(accessEntries.siteId, siteId),
        inArray(accessEntries.userType, ['Manager', 'Staff']),
      ),
    )
    .where(
      and(
        eq(users.clientId, clientId),
        eq(users.id, userId),
        eq(users.status, 'active'),
        or(eq(users.admin, true), eq(users.siteAdmin, true), sql`${accessEntries.siteId} is not null`),
      ),
    )
    .limit(1)
  return found.length > 0
}

interface Handover {
  /** Null for the person in question. */
  madeBy: string | null
  isFlagged: boolean
  /** The phone's clock when it sent. */
  sentAt: InstantText | undefined
  now: Date
}

/** Stores those marks that are not stored yet. The row of the muster is locked. */
async function storeMarks(
  tx: Transaction,
  muster: MusterRow,
  marks: Marks,
  { madeBy, isFlagged, sentAt, now }: Handover,
): Promise<{ version: number }> {
  const { clientId, id: musterId, endedAt } = muster
  if (endedAt && now.getTime() - endedAt.getTime() > musterLimits.lateHours * HOUR_MS)
    throw new AppError('muster_over')
  if (marks.length === 0) return { version: muster.version }
  const ofMuster = and(eq(musterMarks.clientId, clientId), eq(musterMarks.musterId, musterId))
  if ((await tx.$count(musterMarks, ofMuster)) + marks.length > musterLimits.marks)
    throw new AppError('too_many_parts')
  const version = muster.version + 1
  const people = await findOnRoll(tx, muster, marks)
  const stored = await tx
    .insert(musterMarks)
    .values(
      marks.map((mark) => ({
        clientId,
        musterId,
        id: mark.id,
        personId: people.get(mark.person_id) ?? mark.person_id,
        state: mark.state,
        madeAt: correctTime(mark.at, sentAt, now),
        madeBy,
        targets: mark.targets,
        pointId: mark.point_id,
        text: mark.text,
        receivedAt: now,
        isFlagged,
        version,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: musterMarks.id })
  if (stored.length === 0) return { version: muster.version }
  const counts = endedAt ? await countAtEnd(tx, muster) : {}
  await tx
    .update(musters)
    .set({ version, ...counts })
    .where(isMuster(muster))
  return { version }
}

/** A phone that was without a network may know a visitor by an earlier visit of the stay. Such ids are replaced by those of the roll. */
async function findOnRoll(
  tx: Transaction,
  { clientId, id }: MusterRow,
  marks: Marks,
): Promise<Map<string, string>> {
  const ids = [...new Set(marks.map(({ person_id }) => person_id))]
  const found = await tx.execute<{ asked: string; person: string }>(sql`
    select asked.id as asked, roll.person_id as person
    from unnest(${`{${ids.join(',')}}`}::uuid[]) as asked (id)
    join visits on visits.client_id = ${clientId} and visits.id = asked.id
      and visits.signed_in_at = timestamptz 'epoch' + gatehouse_id_milliseconds(asked.id) * interval '1 millisecond'
    join muster_roll roll on roll.client_id = ${clientId} and roll.muster_id = ${id} and roll.person_key = visits.person_key
    where not exists (
      select from muster_roll listed
      where listed.client_id = ${clientId} and listed.muster_id = ${id} and listed.person_id = asked.id)`)
  return new Map(found.map(({ asked, person }) => [asked, person]))
}
