import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import { noMarks, readMarks, uniteMarks } from '@gatehouse/validation/muster'
import { and, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { musterMarks, musterRoll, musters } from '../../db/schema/musters.ts'
import { presence, type visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import type { Semaphore } from '../../lib/semaphore.ts'
import { type CheckOutTokens, withVisit } from '../check-in/check-out-token.ts'
import { isStayOpen } from '../check-in/check-out.ts'
import { hasOtherPhone } from '../check-in/other-phone.ts'
import { isMuster, type MusterRow, toMark } from './queries.ts'
import { readPoints } from '../sites/muster-points.ts'
import { updateRoll } from './roll.ts'

type OwnMuster = OutputOf<'getOwnMuster'>
type Visitor = Pick<typeof visits.$inferSelect, 'clientId' | 'id' | 'siteId' | 'personKey' | 'signedInAt'>

const none: OwnMuster = { muster: null }

/**
 * The muster at the site of a visit, for a visitor who is on site or on its roll.
 * @throws AppError `not_found` for a forged token
 */
export function getOwnMuster(
  { db }: Pick<Context, 'db'>,
  tokens: CheckOutTokens,
  checkOutToken: string,
): Promise<OwnMuster> {
  return withVisit(db, tokens.read(checkOutToken), async (tx, visitor) => {
    const [running] = await tx.select().from(musters).where(isRunningAt(visitor))
    return running ? showTo(tx, running, visitor) : none
  })
}

/**
 * Records once that the visitor reports to be safe. The mark is flagged where another person may
 * have sent it.
 * @param turns lets requests wait without a connection: all visitors of a site may report at once
 * @throws AppError `not_found` for a forged token, `unavailable` where too many wait
 */
export async function saySafe(
  ctx: Pick<Context, 'db' | 'now'>,
  tokens: CheckOutTokens,
  turns: Semaphore,
  checkOutToken: string,
): Promise<OwnMuster> {
  const token = tokens.read(checkOutToken)
  if (!token) throw new AppError('not_found')
  const known = await getOwnMuster(ctx, tokens, checkOutToken)
  if (!known.muster || known.muster.saidSafe) return known
  const store = () => withVisit(ctx.db, token, (tx, visitor) => storeSaidSafe(tx, visitor, ctx.now))
  await turns.run(store, { group: token.scope.clientId })
  return getOwnMuster(ctx, tokens, checkOutToken)
}

async function storeSaidSafe(tx: Transaction, visitor: Visitor, now: Date): Promise<void> {
  const [running] = await tx.select().from(musters).where(isRunningAt(visitor)).for('update')
  if (!running) return
  const known = await findEntry(tx, running, visitor)
  // A visitor who has just arrived or come back is not on the roll yet.
  const isOutdated = !known || known.hadLeft || known.leftAt !== null
  const version = (isOutdated ? await updateRoll(tx, running, now) : running.version) + 1
  const entry = isOutdated ? await findEntry(tx, running, visitor) : known
  if (!entry) return
  const said = await readOwnMarks(tx, running, entry.personId)
  if (said.some(({ state }) => state === 'said_safe')) return
  await tx.insert(musterMarks).values({
    clientId: running.clientId,
    musterId: running.id,
    id: newId(now),
    personId: entry.personId,
    state: 'said_safe',
    madeAt: now,
    madeBy: null,
    targets: [],
    receivedAt: now,
    isFlagged: await isInDoubt(tx, visitor),
    version,
  })
  await tx.update(musters).set({ version }).where(isMuster(running))
}

/** Several phones have signed in, or the pass belongs to an earlier stay than the open one. */
async function isInDoubt(tx: Transaction, visitor: Visitor): Promise<boolean> {
  if (await hasOtherPhone(tx, visitor)) return true
  return (await isPresent(tx, visitor)) && !(await isStayOpen(tx, visitor))
}

const isRunningAt = ({ clientId, siteId }: Visitor) =>
  and(hasValues(musters, { clientId, siteId }), isNull(musters.endedAt))

async function findEntry(tx: Transaction, { clientId, id }: MusterRow, { personKey }: Visitor) {
  const [entry] = await tx
    .select({ personId: musterRoll.personId, hadLeft: musterRoll.hadLeft, leftAt: musterRoll.leftAt })
    .from(musterRoll)
    .where(hasValues(musterRoll, { clientId, musterId: id, personKey }))
  return entry
}

async function isPresent(tx: Transaction, { clientId, siteId, personKey }: Visitor): Promise<boolean> {
  const found = await tx
    .select({ visitId: presence.visitId })
    .from(presence)
    .where(hasValues(presence, { clientId, siteId, personKey }))
  return found.length > 0
}

async function readOwnMarks(tx: Transaction, { clientId, id }: MusterRow, personId: string) {
  const rows = await tx
    .select()
    .from(musterMarks)
    .where(hasValues(musterMarks, { clientId, musterId: id, personId }))
  return rows.map(toMark)
}

async function showTo(tx: Transaction, muster: MusterRow, visitor: Visitor): Promise<OwnMuster> {
  const entry = await findEntry(tx, muster, visitor)
  const isConcerned = entry ? !entry.hadLeft : await isPresent(tx, visitor)
  if (!isConcerned) return none
  const marks = entry ? await readOwnMarks(tx, muster, entry.personId) : []
  const known = entry && readMarks(uniteMarks(noMarks, marks)).get(entry.personId)
  const points = await readPoints(tx, muster)
  return {
    muster: {
      drill: muster.drill,
      points: points.map(({ name, place }) => ({ name, place })),
      saidSafe: Boolean(known?.saidSafe),
      isSeen: Boolean(known?.safe),
    },
  }
}
