import type { DeviceMessageOf, PinOutcome } from '@gatehouse/validation/device-protocol'
import { hasValues } from '../../db/has-values.ts'
import { SECOND_MS } from '../../lib/durations.ts'
import { users } from '../../db/schema/users.ts'
import { presence } from '../../db/schema/visits.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { banAt, findBans } from '../bans/find-ban.ts'
import { decideOutcome } from '../check-in/outcome.ts'
import { endVisit, findVisitEnd, lockPresence } from '../check-in/presence.ts'
import { type ResponseToStore, writeCheckIns } from '../check-in/write-check-in.ts'
import type { BanKeys, PersonKeys, Visitor } from '../identity/person-key.ts'
import { consumeReading, recordUsedReading } from '../readings/record-reading.ts'
import { findOpenMethod, type OpenMethod } from '../sign-in-methods/queries.ts'
import { type AccessPins, findByPin } from '../users/access-pins.ts'
import type { EventContext } from './accept-event.ts'
import { correctDeparture } from './correct-departure.ts'
import { DepartureDoubtedError, DeviceRefusedError } from './refused-error.ts'
import { tellRefusedPin } from './stored-refusal.ts'

export interface PinDeps {
  pins: AccessPins
  personKeys: PersonKeys
  banKeys: BanKeys
}

/** The stored part of an answer. The name is looked up again, so that it is not stored twice. */
export interface StoredPinResult {
  outcome: PinOutcome
  user_id: string
}

interface PinAttempt {
  found: FoundMethod
  event: DeviceMessageOf<'pin'>
  at: Date
  /** The code of the person's temperature reading. */
  readingCode: string | undefined
  /** The answer to store, together with a check-in or alone. */
  store: (result: StoredPinResult) => ResponseToStore
  storeAlone: (result: StoredPinResult) => Promise<void>
}

/** Older events were stored at the device; the person has not waited for the answer. */
const LATE_MS = 5 * SECOND_MS

/**
 * Whether the device had stored the event. This decides who is notified of a refusal, and what the
 * log shows as late. The time of the sign-in or sign-out is always when the PIN was typed.
 */
export const isStored = (at: Date, now: Date) => now.getTime() - at.getTime() > LATE_MS

/**
 * Signs in or out a member of staff who typed an access PIN. No questions are asked; bans and
 * temperatures apply as for all visitors.
 * @throws DeviceRefusedError `out_of_service`, `pin_unknown`, `not_on_site`,
 * `temperature_required`, `reading_unusable`, `same_name`
 * @throws ReadingRefusedError `implausible`
 */
export async function signByPin(
  tx: Transaction,
  ctx: EventContext,
  deps: PinDeps,
  attempt: PinAttempt,
): Promise<{ outcome: PinOutcome; first_name: string }> {
  const { found, event } = attempt
  const open = await findOpenMethod(tx, found)
  if (!open) throw new DeviceRefusedError('out_of_service')
  const user = await findByPin(tx, deps.pins, event.pin, open.site)
  if (!user) throw new DeviceRefusedError('pin_unknown')
  const outcome =
    event.direction === 'in'
      ? await signIn(tx, ctx, deps, { ...attempt, open, user })
      : await leave(tx, ctx, deps, { ...attempt, open, user })
  return { outcome, first_name: user.firstName }
}

type User = NonNullable<Awaited<ReturnType<typeof findByPin>>>

interface KnownAttempt extends PinAttempt {
  open: OpenMethod
  user: User
}

/** A user without a mobile has a person key of the name alone. */
function visitorOf({ personKeys }: PinDeps, clientId: string, user: User): Visitor {
  const { firstName, lastName, mobile } = user
  const person = { firstName, lastName, mobile }
  return { ...person, personKey: user.personKey ?? personKeys(clientId, person) }
}

/** Without a mobile the key is of the name alone, so the person present may be a namesake. */
const isNamesake = (present: { userId: string | null }, user: User) =>
  present.userId !== user.id && user.personKey === null

async function signIn(
  tx: Transaction,
  ctx: EventContext,
  deps: PinDeps,
  { found, open, user, event, at, readingCode, store }: KnownAttempt,
): Promise<PinOutcome> {
  const { now } = ctx
  const { clientId, id: siteId } = open.site
  const wasStored = isStored(at, now)
  const visitor = visitorOf(deps, clientId, user)
  const [present] = await tx
    .select({ userId: presence.userId })
    .from(presence)
    .where(hasValues(presence, { clientId, siteId, personKey: visitor.personKey }))
  if (present && isNamesake(present, user)) throw new DeviceRefusedError('same_name')
  const id = newId(at)
  const temperature = await measure(tx, { open, event, readingCode, by: id, at })
  const bans = await findBans(tx, clientId, { keys: deps.banKeys(clientId, visitor), userId: user.id, now })
  const banId = banAt(bans, siteId)
  const decided = decideOutcome({
    banned: banId !== null,
    temperature,
    limits: { low: open.site.lowTemperature, high: open.site.highTemperature },
    answersFailed: false,
  })
  const outcome = decided.admitted ? 'signed_in' : outcomeOf[decided.reason]
  const checkIn = {
    id,
    open,
    at,
    receivedAt: now,
    signedInOffline: wasStored,
    byStaff: false,
    isProved: true,
    earlierVisit: undefined,
    visitor,
    userId: user.id,
    dependents: 0,
    host: null,
    role: null,
    answers: [],
    temperature,
    refused: decided.admitted ? null : { reason: decided.reason, banId },
    ended: await findVisitEnd(tx, { clientId, siteId, personKey: visitor.personKey }, at),
    isPresent: present !== undefined,
    stored: store({ outcome, user_id: user.id }),
  }
  if (wasStored && !decided.admitted) {
    await tellRefusedPin(tx, ctx, deps.pins, found, { event, at, reason: decided.reason })
  }
  await writeCheckIns(tx, [checkIn])
  return outcome
}

/** `failed_answer` cannot occur, because no questions are asked. */
const outcomeOf: Record<'banned' | 'high' | 'low' | 'failed_answer', PinOutcome> = {
  banned: 'banned',
  high: 'high_temperature',
  low: 'low_temperature',
  failed_answer: 'banned',
}

async function measure(
  tx: Transaction,
  {
    open,
    event,
    readingCode,
    by,
    at,
  }: Pick<KnownAttempt, 'open' | 'event' | 'readingCode' | 'at'> & { by: string },
): Promise<number | null> {
  if (!open.method.useTemperature) return null
  if (typeof event.temperature === 'number')
    return recordUsedReading(tx, open, { temperature: event.temperature, at, by })
  if (event.reading === null) throw new DeviceRefusedError('temperature_required')
  const { clientId, id: siteId } = open.site
  const temperature =
    readingCode && (await consumeReading(tx, { clientId, siteId, code: readingCode, by }, at))
  if (typeof temperature !== 'number') throw new DeviceRefusedError('reading_unusable')
  return temperature
}

async function leave(
  tx: Transaction,
  { now }: EventContext,
  deps: PinDeps,
  { open, user, at, storeAlone }: KnownAttempt,
): Promise<PinOutcome> {
  const { clientId, id: siteId } = open.site
  const { personKey } = visitorOf(deps, clientId, user)
  const place = { clientId, siteId, personKey }
  const present = await lockPresence(tx, place)
  if (present && present.signedInAt <= at) {
    if (isNamesake(present, user)) throw new DeviceRefusedError('not_on_site')
    await endVisit(
      tx,
      { ...place, id: present.visitId, signedInAt: present.signedInAt, endedAs: null },
      { endedAs: 'checked_out', signedOutAt: at, endedAt: at > now ? at : now, endedBy: null },
    )
  } else {
    const result = await correctDeparture(
      tx,
      { ...place, userId: user.id },
      { at, now, isLate: isStored(at, now) },
    )
    if (result === 'overdue') throw new DepartureDoubtedError()
    if (result === 'not_on_site') throw new DeviceRefusedError('not_on_site')
  }
  await storeAlone({ outcome: 'signed_out', user_id: user.id })
  return 'signed_out'
}

/** The answer to a repeated PIN event. */
export async function toPinAnswer(
  tx: Transaction,
  clientId: string,
  { outcome, user_id: userId }: StoredPinResult,
): Promise<{ outcome: PinOutcome; first_name: string }> {
  const [user] = await tx
    .select({ firstName: users.firstName })
    .from(users)
    .where(hasValues(users, { clientId, id: userId }))
  return { outcome, first_name: user?.firstName ?? '' }
}
