import { deviceLimits } from '@gatehouse/validation/device-protocol'
import type { NotificationEvent } from '@gatehouse/validation/notification-events'
import type { DeviceStateEvent } from '@gatehouse/validation/webhooks'
import { and, exists, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { type NoticeRecord, recordEvents, recordNotices } from '../../db/outbox.ts'
import { devices } from '../../db/schema/devices.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { SECOND_MS } from '../../lib/durations.ts'
import { performance } from 'node:perf_hooks'
import type { Job } from '../../jobs/run-jobs.ts'

/** The time after which a device that said nothing is offline. */
export const OFFLINE_MS = deviceLimits.offlineSeconds * SECOND_MS

interface DeviceState {
  clientId: string
  methodId: string
  type: DeviceStateEvent
  at: Date
  /** When an offline device, or one that is back, was last heard of before; when a warning began; when a token was made. */
  since: Date
}

/** Tells of what has become of devices. The caller holds the locks of their rows, so each is told once and in order. */
export async function recordDeviceStates(tx: Transaction, states: readonly DeviceState[]): Promise<void> {
  await recordEvents(
    tx,
    states.map(({ clientId, methodId, type, at, since }) => ({
      clientId,
      type,
      subject: `device:${methodId}`,
      at,
      payload: { method_id: methodId, since: since.toISOString() },
    })),
  )
  await recordNotices(tx, await noticesOf(tx, states))
}

/** One notice for each device; one for all of a site that are lost at once, as where its network is. */
async function noticesOf(tx: Transaction, states: readonly DeviceState[]): Promise<NoticeRecord[]> {
  const lost = states.filter(({ type }) => type === 'device.offline')
  const siteOf = lost.length < 2 ? new Map<string, string>() : await findSites(tx, lost)
  const bySite = Map.groupBy(states, ({ methodId, type }) =>
    type === 'device.offline' ? (siteOf.get(methodId) ?? methodId) : methodId,
  )
  return [...bySite].flatMap(([subject, [first, ...more]]) => {
    if (!first) return []
    const { clientId, methodId, type, at } = first
    const isOne = more.length === 0
    const payload = isOne ? { method: methodId } : { site: subject, count: 1 + more.length }
    return [{ clientId, event: noticeOf[type], subject: isOne ? methodId : subject, at, payload }]
  })
}

/** The sites of methods. */
async function findSites(
  tx: Transaction,
  methods: readonly Pick<DeviceState, 'clientId' | 'methodId'>[],
): Promise<Map<string, string>> {
  const found = await tx
    .select({ id: signInMethods.id, siteId: signInMethods.siteId })
    .from(signInMethods)
    .where(
      and(
        inArray(signInMethods.clientId, [...new Set(methods.map(({ clientId }) => clientId))]),
        isOneOf(
          signInMethods.id,
          methods.map(({ methodId }) => methodId),
        ),
      ),
    )
  return new Map(found.map(({ id, siteId }) => [id, siteId]))
}

const noticeOf: Record<DeviceStateEvent, NotificationEvent> = {
  'device.offline': 'device_offline',
  'device.back': 'device_back',
  'device.copied': 'device_copied',
  'device.low_pressure': 'low_pressure',
  'device.filter_cartridge': 'filter_cartridge',
}

const isSilent = (now: Date) =>
  and(isNull(devices.offlineSince), lt(devices.lastSeenAt, new Date(now.getTime() - OFFLINE_MS)))

/** Ends the connections of devices that nobody has heard of, so that whoever watches them is told. Their node may have died. */
export async function dropSilent(db: Database, scope: InstallationScope, now: Date): Promise<void> {
  await withScope(db, scope, (tx) =>
    tx
      .update(devices)
      .set({ connectionId: null })
      .where(and(isNotNull(devices.connectionId), isSilent(now))),
  )
}

/** Tells which devices are offline: those that nobody has heard of, and those that have left and did not come back. */
export async function tellOffline(db: Database, scope: InstallationScope, now: Date): Promise<void> {
  const isInUse = (tx: Transaction) =>
    exists(
      tx
        .select({ one: sql`1` })
        .from(signInMethods)
        .where(
          and(
            hasValues(signInMethods, { clientId: devices.clientId, id: devices.methodId }),
            isNull(signInMethods.retiredAt),
          ),
        ),
    )
  await withScope(db, scope, async (tx) => {
    const silent = await tx
      .update(devices)
      .set({ connectionId: null, offlineSince: devices.lastSeenAt })
      .where(and(isSilent(now), isInUse(tx)))
      .returning({ clientId: devices.clientId, methodId: devices.methodId, since: devices.offlineSince })
    await recordDeviceStates(
      tx,
      silent.flatMap(({ since, ...place }) =>
        since ? [{ ...place, type: 'device.offline' as const, at: now, since }] : [],
      ),
    )
  })
}

/**
 * After a start of this process, or of the database, nobody knows yet who is silent: a device may
 * wait this long before it connects again.
 */
const GRACE_MS = 90_000

interface WatchDeps {
  /** Ends the connections of devices that nobody has heard of. */
  drop: () => Promise<unknown>
  tell: () => Promise<unknown>
}

/** Creates the run of the job. After a failed run the time to come back starts again. */
export function createSilentWatch(
  elapsed: () => number = () => performance.now(),
): (deps: WatchDeps) => Promise<void> {
  let worksSince = elapsed()
  return async ({ drop, tell }) => {
    try {
      await drop()
      if (elapsed() - worksSince >= GRACE_MS) await tell()
    } catch (error) {
      worksSince = elapsed()
      throw error
    }
  }
}

/** Looks every few seconds for devices that nobody has heard of. */
export function silentDevicesJob(): Job {
  const watch = createSilentWatch()
  return {
    name: 'silent-devices',
    everyMs: 5000,
    failed: 'silent devices could not be looked for',
    run: ({ db, installation, clock }) =>
      watch({
        drop: () => dropSilent(db, installation, clock()),
        tell: () => tellOffline(db, installation, clock()),
      }),
  }
}
