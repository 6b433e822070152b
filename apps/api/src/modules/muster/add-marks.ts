import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import type { InstantText } from '@gatehouse/validation/instants'
import { isOfBefore } from '@gatehouse/validation/muster'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { musterMarks, musters } from '../../db/schema/musters.ts'
import { sites } from '../../db/schema/sites.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { isSessionProved } from '../auth/sessions.ts'
import { correctTime, type HandIn, type HandInTokens } from './hand-in-tokens.ts'
import { findHeld, isMuster, lockMuster, type MusterRow } from './queries.ts'
import { countLate } from './read-marks.ts'
import { listMarked } from './roll.ts'

type Marks = InputOf<'addMusterMarks'>['body']

/** Adds the marks of a warden. */
export function addMarks(
  { db, actor, now }: Context<StaffActor>,
  musterId: string,
  marks: Marks,
  { sent_at: sentAt, started_at: startedAt }: InputOf<'addMusterMarks'>['query'],
): Promise<{ version: number }> {
  return withScope(db, actor.scope, async (tx) => {
    const muster = await lockMuster(tx, actor, 'see', musterId)
    const isOwn = startedAt !== undefined
    return storeMarks(tx, muster, marks, { madeBy: actor.userId, isWarden: true, isOwn, sentAt, now })
  })
}

/**
 * Adds the marks of a phone without a session. They are flagged if the person is no longer a warden
 * of the site or has logged out. A session that only expired flags nothing. Forged tokens don't use
 * up the rate limit of a warden at the same address.
 * @throws AppError `not_found`; `muster_over` also for an expired token; and as `addMarks`
 */
export async function handInMarks(
  { db, now, limits, clientIp }: Context,
  tokens: HandInTokens,
  handover: InputOf<'handInMarks'>['body'],
): Promise<OutputOf<'handInMarks'>> {
  const { token, marks, sent_at: sentAt, started_at: startedAt } = handover
  const warden = tokens.read(token, now)
  if (!warden) {
    await limits.take('forgedHandIns', clientIp)
    throw new AppError('not_found')
  }
  await limits.take('handInsPerWarden', warden.userId)
  if ('siteId' in warden && warden.isTooOld) throw new AppError('muster_over')
  return withScope(db, warden.scope, async (tx) => {
    const meant = await findMeant(tx, warden, handover, now)
    const [muster] = meant ? await tx.select().from(musters).where(meant).for('update') : []
    if (!muster) throw new AppError('not_found')
    const isOfWarden = (await isWarden(tx, muster, warden.userId)) && (await isSessionProved(tx, warden))
    const { version } = await storeMarks(tx, muster, marks, {
      madeBy: warden.userId,
      isWarden: isOfWarden,
      isOwn: startedAt !== undefined,
      sentAt,
      now,
    })
    return { version, flagged: !isOfWarden }
  })
}

/** The muster named by the token or the phone, else one at the site that overlapped the phone's. */
async function findMeant(
  tx: Transaction,
  warden: HandIn,
  handover: InputOf<'handInMarks'>['body'],
  now: Date,
): Promise<SQL | undefined> {
  const { clientId } = warden
  if ('musterId' in warden) return isMuster({ clientId, id: warden.musterId })
  const { siteId, issuedAt } = warden
  const { muster_id: musterId, started_at: startedAt, ended_at: endedAt, sent_at: sentAt, drill } = handover
  if (musterId !== undefined) return and(isMuster({ clientId, id: musterId }), eq(musters.siteId, siteId))
  const hours = musterLimits.startedHours * HOUR_MS
  // The phone last looked for a muster when it got the token, and started its own after that.
  const since =
    startedAt === undefined
      ? issuedAt.getTime()
      : Math.max(issuedAt.getTime() - hours, correctTime(startedAt, sentAt, now).getTime())
  // A muster that began many hours later, or after the phone's own ended, is a different one.
  const latest = since + hours
  const end = endedAt === undefined ? latest : correctTime(endedAt, sentAt, now).getTime()
  const held = await findHeld(
    tx,
    { clientId, id: siteId },
    {
      since: new Date(since),
      latest: new Date(Math.min(latest, end)),
      isDrill: startedAt === undefined || drill,
      isOver: endedAt !== undefined,
    },
  )
  return held && isMuster(held)
}

/** Whether a user is a warden of the muster's site. No session is needed. */
async function isWarden(
  tx: Transaction,
  { clientId, siteId }: Pick<MusterRow, 'clientId' | 'siteId'>,
  userId: string,
): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(sites, hasValues(sites, { clientId: users.clientId, id: siteId, status: 'active' }))
    .leftJoin(
      accessEntries,
      and(
        hasValues(accessEntries, { clientId: users.clientId, userId: users.id, siteId }),
        inArray(accessEntries.userType, ['Manager', 'Staff']),
      ),
    )
    .where(
      and(
        hasValues(users, { clientId, id: userId, status: 'active' }),
        or(eq(users.admin, true), eq(users.siteAdmin, true), sql`${accessEntries.siteId} is not null`),
      ),
    )
    .limit(1)
  return found.length > 0
}

interface Handover {
  madeBy: string
  isWarden: boolean
  /** The marks were made in a muster that the phone itself had started. */
  isOwn: boolean
  /** The phone's clock at the time of sending. */
  sentAt: InstantText | undefined
  now: Date
}

/** Stores the marks that are not stored yet. The muster's row must be locked. */
async function storeMarks(
  tx: Transaction,
  muster: MusterRow,
  marks: Marks,
  { madeBy, isWarden: isOfWarden, isOwn, sentAt, now }: Handover,
): Promise<{ version: number }> {
  const { clientId, id: musterId, endedAt } = muster
  if (endedAt && now.getTime() - endedAt.getTime() > musterLimits.lateHours * HOUR_MS)
    throw new AppError('muster_over')
  if (marks.length === 0) return { version: muster.version }
  const version = muster.version + 1
  const timeOf = ({ at }: Marks[number]) => correctTime(at, sentAt, now)
  const isFlagged = (mark: Marks[number]) =>
    !isOfWarden || (isOwn && isOfBefore(timeOf(mark).getTime(), muster.startedAt.getTime()))
  const isListed = await listMarked(
    tx,
    muster,
    version,
    [...new Set(marks.map((mark) => mark.person_id))],
    now,
  )
  const people = await findOnRoll(tx, muster, marks)
  const personOf = (mark: Marks[number]) => people.get(mark.person_id) ?? mark.person_id
  const checked = marks.map((mark) => ({ ...mark, person_id: personOf(mark), isFlagged: isFlagged(mark) }))
  await checkRoom(tx, muster, madeBy, checked, now)
  const stored = await tx
    .insert(musterMarks)
    .values(
      checked.map((mark) => ({
        clientId,
        musterId,
        id: mark.id,
        personId: mark.person_id,
        state: mark.state,
        madeAt: timeOf(mark),
        madeBy,
        targets: mark.targets,
        pointId: mark.point_id,
        text: mark.text,
        receivedAt: now,
        isFlagged: mark.isFlagged,
        version,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: musterMarks.id })
  if (stored.length === 0 && !isListed) return { version: muster.version }
  const added = new Set(stored.map(({ id }) => id))
  const personIds = checked.map(({ person_id }) => person_id)
  const counts = endedAt ? await countLate(tx, muster, { personIds, added, version }) : {}
  await tx
    .update(musters)
    .set({ version, ...counts })
    .where(isMuster(muster))
  return { version }
}

type CheckedMark = Marks[number] & { isFlagged: boolean }

/**
 * Flagged marks have their own limits, so that a person who is no warden can't fill up a muster.
 * Marks that are sent again don't count.
 * @throws AppError `too_many_marks`, `too_many_notes`, `too_many_requests`
 */
async function checkRoom(
  tx: Transaction,
  { clientId, id }: MusterRow,
  madeBy: string,
  sent: readonly CheckedMark[],
  now: Date,
): Promise<void> {
  const ofMuster = hasValues(musterMarks, { clientId, musterId: id })
  const ids = sent.map((mark) => mark.id)
  const stored = await tx
    .select({ id: musterMarks.id })
    .from(musterMarks)
    .where(and(ofMuster, isOneOf(musterMarks.id, ids)))
  const known = new Set(stored.map((mark) => mark.id))
  const added = sent.filter((mark) => !known.has(mark.id))
  const isOwn = sql`made_by = ${madeBy}`
  const minuteAgo = new Date(now.getTime() - MINUTE_MS).toISOString()
  const [marked] = await tx.execute<{ all: number; own: number; flagged: number; lately: number }>(sql`
    select coalesce(sum(size) filter (where not is_flagged), 0)::int as all,
      coalesce(sum(size) filter (where not is_flagged and ${isOwn}), 0)::int as own,
      coalesce(sum(size) filter (where is_flagged and ${isOwn}), 0)::int as flagged,
      (count(*) filter (where ${isOwn} and received_at > ${minuteAgo}::timestamptz))::int as lately
    from (
      select *, 1 + cardinality(targets) as size from muster_marks
      where client_id = ${clientId} and muster_id = ${id} and made_by is not null) marks`)
  const { all = 0, own = 0, flagged = 0, lately = 0 } = marked ?? {}
  const more = { counted: 0, flagged: 0 }
  for (const { isFlagged, targets } of added) more[isFlagged ? 'flagged' : 'counted'] += 1 + targets.length
  const { marks, marksOfWarden, marksInFullMuster, flaggedMarks, marksPerMinute } = musterLimits
  const room = Math.max(Math.min(marks - all, marksOfWarden - own), marksInFullMuster - own)
  if (more.counted > room || more.flagged > flaggedMarks - flagged) throw new AppError('too_many_marks')
  if (added.length > marksPerMinute - lately)
    throw new AppError('too_many_requests', { retryAfterSeconds: MINUTE_MS / 1000 })
  const notes = added.filter(({ state }) => state === 'note')
  for (const isFlagged of [false, true])
    await checkNotes(
      tx,
      { clientId, id },
      notes.filter((note) => note.isFlagged === isFlagged),
      madeBy,
    )
}

/**
 * @param notes either all flagged or none
 * @throws AppError `too_many_notes`
 */
async function checkNotes(
  tx: Transaction,
  { clientId, id }: Pick<MusterRow, 'clientId' | 'id'>,
  notes: readonly CheckedMark[],
  madeBy: string,
): Promise<void> {
  const [first] = notes
  if (!first) return
  const isCounted = first.isFlagged ? sql`is_flagged and made_by = ${madeBy}` : sql`not is_flagged`
  const people = notes.map((note) => note.person_id)
  const full = await tx.execute(sql`
    select from unnest(${`{${people.join(',')}}`}::uuid[]) as added (person_id)
    group by person_id
    having count(*) + (
      select count(*) from muster_marks stored
      where client_id = ${clientId} and muster_id = ${id} and stored.person_id = added.person_id
        and state = 'note' and ${isCounted}) > ${musterLimits.notesOfPerson}`)
  if (full.length > 0) throw new AppError('too_many_notes')
}

/** Maps person ids to those of the roll: a phone may know an earlier visit of the same stay. */
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
