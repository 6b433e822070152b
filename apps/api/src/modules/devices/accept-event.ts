import {
  deviceLimits,
  type DeviceEvent,
  type DeviceRefusal,
  type GatewayAnswer,
  type DeviceMessageOf,
} from '@gatehouse/validation/device-protocol'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/constraint-errors.ts'
import { hasValues } from '../../db/has-values.ts'
import { devices } from '../../db/schema/devices.ts'
import { idempotencyKeys } from '../../db/schema/visits.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { hashRequest } from '../../lib/hash-request.ts'
import { StoredResponse } from '../../lib/serializer.ts'
import { FactsChangedError, type ResponseToStore } from '../check-in/write-check-in.ts'
import { type ReadingFault, ReadingRefusedError, recordReadingAt } from '../readings/record-reading.ts'
import { placeOf } from './connections.ts'
import { recordDeviceStates } from './device-states.ts'
import { isDeviceOf } from './manage-device.ts'
import type { Bucket } from '../../rate-limits/rate-limit.ts'
import { DeviceRefusedError } from './refused-error.ts'
import { reasonOfRefusal, tellRefusedPin } from './stored-refusal.ts'
import type { LateRefusalReason } from '../notifications/event-words.ts'
import { isStored, type PinDeps, signByPin, type StoredPinResult, toPinAnswer } from './sign-by-pin.ts'

export type EventContext = Pick<Context, 'db' | 'now' | 'limits'>

type Accepted = Omit<Extract<GatewayAnswer, { type: 'accepted' }>, 'type' | 'id'>
const REFUSED = 422
type StoredReading = { code: string; expires_at: string }

/**
 * Executes an event of a device once; a repeated event gets the same answer. The event's time does
 * not depend on the device's clock: its age is the difference of `sent_at` and `at`. Wrong PINs and
 * stored events are limited per device.
 * @throws DeviceRefusedError; then nothing was stored
 * @throws AppError `too_many_requests`
 */
export async function acceptEvent(
  ctx: EventContext,
  deps: PinDeps,
  found: FoundMethod,
  event: DeviceEvent,
): Promise<Accepted> {
  const { sent_at: _, ...kept } = event
  const stored = { key: event.id, requestHash: hashRequest(kept) }
  const work = () => acceptWhenFree(ctx, deps, found, event, stored)
  if (event.type !== 'pin') return work()
  return limitWrongPins(ctx, found, event, work).catch(async (error: unknown) => {
    const reason = error instanceof DeviceRefusedError ? reasonOfRefusal(error) : undefined
    const at = timeOf(event, ctx.now)
    if (!(error instanceof DeviceRefusedError) || !reason || !isStored(at, ctx.now)) throw error
    await withScope(ctx.db, found.scope, (tx) =>
      storeRefusal(tx, ctx, deps, found, { event, at, reason, stored, code: error.code }),
    )
    throw error
  })
}

/** Limits wrong PINs per device, over any number of connections. */
async function limitWrongPins(
  ctx: EventContext,
  found: FoundMethod,
  event: DeviceMessageOf<'pin'>,
  work: () => Promise<Accepted>,
): Promise<Accepted> {
  const rule = isStored(timeOf(event, ctx.now), ctx.now) ? 'storedWrongPin' : 'wrongPin'
  // Taken before the PIN lookup, so that parallel tries cannot exceed the limit.
  await ctx.limits.take(rule, found.methodId)
  const answer = await work().catch(async (error: unknown) => {
    const isWrong = error instanceof DeviceRefusedError && error.code === 'pin_unknown'
    if (!isWrong) await ctx.limits.refund(rule, found.methodId)
    throw error
  })
  await ctx.limits.refund(rule, found.methodId)
  return answer
}

/** Stores a refusal under the event's id, so that staff are notified once despite retries. */
async function storeRefusal(
  tx: Transaction,
  ctx: EventContext,
  deps: PinDeps,
  found: FoundMethod,
  {
    event,
    at,
    reason,
    stored: { key, requestHash },
    code,
  }: {
    event: DeviceMessageOf<'pin'>
    at: Date
    reason: LateRefusalReason
    stored: Attempt['stored']
    code: DeviceRefusal
  },
): Promise<void> {
  const { count: kept } = await tx
    .insert(idempotencyKeys)
    .values({
      ...placeOf(found),
      key,
      requestHash,
      status: REFUSED,
      response: JSON.stringify({ code }),
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
  if (kept > 0) await tellRefusedPin(tx, ctx, deps.pins, found, { event, at, reason })
}

async function acceptWhenFree(
  ctx: EventContext,
  deps: PinDeps,
  found: FoundMethod,
  event: DeviceEvent,
  stored: Attempt['stored'],
): Promise<Accepted> {
  for (;;) {
    try {
      return await withScope(ctx.db, found.scope, (tx) => acceptOnce(tx, { ctx, deps, found, event, stored }))
    } catch (error) {
      if (error instanceof ReadingRefusedError) throw new DeviceRefusedError(readingRefusals[error.fault])
      // The same event came over another connection, or the person is signing in elsewhere.
      const isChanged =
        error instanceof FactsChangedError || isUniqueViolation(error, 'idempotency_keys_pkey')
      if (!isChanged) throw error
    }
  }
}

interface Attempt {
  ctx: EventContext
  deps: PinDeps
  found: FoundMethod
  event: DeviceEvent
  stored: Omit<ResponseToStore, 'response'>
}

async function acceptOnce(tx: Transaction, { ctx, deps, found, event, stored }: Attempt): Promise<Accepted> {
  const earlier = await findAnswer(tx, found, event.id)
  if (earlier) {
    if (!Buffer.from(earlier.requestHash).equals(stored.requestHash))
      throw new DeviceRefusedError('id_reused')
    if (earlier.status === REFUSED) throw refusedBefore(earlier.response)
    return answerAgain(tx, found, event, earlier.response)
  }
  const at = timeOf(event, ctx.now)
  // Committed here, because only stored events count: a refusal rolls back.
  await (await ctx.limits.reserve(tx, bucketsOf(found, event))).commit()
  switch (event.type) {
    case 'reading': {
      const { code, expiresAt } = await recordReadingAt(
        tx,
        found,
        { temperature: event.temperature, at },
        ctx.now,
      )
      const result: StoredReading = { code, expires_at: expiresAt.toISOString() }
      await storeAnswer(tx, found, { ...stored, response: responseOf(result) }, ctx.now)
      return result
    }
    case 'warning': {
      await recordWarning(tx, found, event, assertRecent(at, ctx.now))
      await storeAnswer(tx, found, { ...stored, response: responseOf({}) }, ctx.now)
      return {}
    }
    case 'pin': {
      const readingCode = event.reading === null ? undefined : await codeOfReading(tx, found, event.reading)
      return signByPin(tx, ctx, deps, {
        found,
        event,
        at: assertRecent(at, ctx.now),
        readingCode,
        store: (result) => ({ ...stored, response: responseOf(result) }),
        storeAlone: (result) => storeAnswer(tx, found, { ...stored, response: responseOf(result) }, ctx.now),
      })
    }
  }
}

const ruleOf = { reading: 'deviceReadings', pin: 'devicePins', warning: 'deviceWarnings' } as const

/** The rate limits of an event. A PIN with a temperature is also a reading. */
function bucketsOf({ methodId }: FoundMethod, event: DeviceEvent): Bucket[] {
  const isMeasured = event.type === 'pin' && typeof event.temperature === 'number'
  return [[ruleOf[event.type], methodId], ...(isMeasured ? ([['deviceReadings', methodId]] as const) : [])]
}

const responseOf = (result: object) => new StoredResponse(200, JSON.stringify(result))

/** When an event happened. If the device's clock went back before it was sent, it counts as now. */
function timeOf({ at, sent_at: sentAt }: DeviceEvent, now: Date): Date {
  const age = Math.max(0, sentAt - at)
  return new Date(Math.max(0, now.getTime() - age))
}

/** @throws DeviceRefusedError `too_late` */
function assertRecent(at: Date, now: Date): Date {
  if (now.getTime() - at.getTime() > deviceLimits.storedEventHours * HOUR_MS)
    throw new DeviceRefusedError('too_late')
  return at
}

const readingRefusals: Record<ReadingFault, DeviceRefusedError['code']> = {
  unknown_method: 'out_of_service',
  not_measuring: 'not_measuring',
  implausible: 'implausible',
  too_late: 'too_late',
}

async function findAnswer(tx: Transaction, found: FoundMethod, key: string) {
  const { clientId, methodId } = placeOf(found)
  const [row] = await tx
    .select({
      requestHash: idempotencyKeys.requestHash,
      status: idempotencyKeys.status,
      response: idempotencyKeys.response,
    })
    .from(idempotencyKeys)
    .where(hasValues(idempotencyKeys, { clientId, methodId, key }))
  return row
}

async function storeAnswer(
  tx: Transaction,
  found: FoundMethod,
  { key, requestHash, response: { status, text } }: ResponseToStore,
  now: Date,
): Promise<void> {
  await tx
    .insert(idempotencyKeys)
    .values({ ...placeOf(found), key, requestHash, status, response: text, createdAt: now })
}

function refusedBefore(response: string | null): DeviceRefusedError {
  const { code } = JSON.parse(response ?? '{}') as { code: DeviceRefusal }
  return new DeviceRefusedError(code)
}

/** A stored answer needs no validation, because our own code wrote it for this type of event. */
function answerAgain(
  tx: Transaction,
  { scope }: FoundMethod,
  { type }: DeviceEvent,
  response: string | null,
): Promise<Accepted> | Accepted {
  const result: unknown = JSON.parse(response ?? '{}')
  return type === 'pin'
    ? toPinAnswer(tx, scope.clientId, result as StoredPinResult)
    : (result as StoredReading)
}

/** The code of a reading that the device has sent before; undefined for any other event. */
async function codeOfReading(tx: Transaction, found: FoundMethod, id: string): Promise<string | undefined> {
  const answer = await findAnswer(tx, found, id)
  const result = JSON.parse(answer?.response ?? '{}') as Partial<StoredReading>
  return result.code
}

async function recordWarning(
  tx: Transaction,
  found: FoundMethod,
  { warning, active }: DeviceMessageOf<'warning'>,
  at: Date,
): Promise<void> {
  const place = placeOf(found)
  const column = warning === 'low_pressure' ? 'lowPressureSince' : 'filterCartridgeSince'
  const [device] = await tx
    .select({ since: devices[column] })
    .from(devices)
    .where(isDeviceOf(place))
    .for('update')
  if (!device || active === (device.since !== null)) return
  await tx
    .update(devices)
    .set({ [column]: active ? at : null })
    .where(isDeviceOf(place))
  if (active) await recordDeviceStates(tx, [{ ...place, type: `device.${warning}`, at, since: at }])
}
