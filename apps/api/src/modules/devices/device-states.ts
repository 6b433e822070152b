import { deviceLimits } from '@gatehouse/validation/device-protocol'
import type { NotificationEvent } from '@gatehouse/validation/notification-events'
import type { DeviceStateEvent } from '@gatehouse/validation/webhooks'
import { and, exists, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { isOneOf, instant, json } from '../../db/sql-values.ts'
import { lock } from '../../db/locks.ts'
import { recordEvents, recordNotices, subjectOfNotice, typeOfNotice } from '../../db/outbox.ts'
import { devices } from '../../db/schema/devices.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { SECOND_MS } from '../../lib/durations.ts'
import { performance } from 'node:perf_hooks'
import type { Job } from '../../jobs/run-jobs.ts'

/** A device that sends nothing for this long is offline. */
export const OFFLINE_MS = deviceLimits.offlineSeconds * SECOND_MS

interface DeviceState {
  clientId: string
  methodId: string
  type: DeviceStateEvent
  at: Date
  /**
   * The start of the state: when an offline or returned device was last seen before, when a warning
   * began, or when a token was issued.
   */
  since: Date
}

/**
 * Records events for device states. The caller holds the locks of the devices' rows, so each state
 * is recorded once and in order.
 */
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
  await tellPeople(tx, states)
}

/** Devices of a site that go offline or come back within this time share a notice. */
const SETTLED_MS = 20 * SECOND_MS
/** The longest that such a notice waits for further devices. */
const LONGEST_WAIT_MS = 60 * SECOND_MS

const isGrouped = ({ type }: DeviceState) => type === 'device.offline' || type === 'device.back'

/** Adds devices of a site to the pending notice, or records a new one. */
async function groupNotice(
  tx: Transaction,
  { clientId, type, at }: DeviceState,
  site: string,
  methods: string[],
): Promise<void> {
  const event = noticeOf[type]
  await lock(tx, `device notices ${site}`)
  const due = new Date(at.getTime() + SETTLED_MS)
  const grown = await tx.execute(sql`
    update outbox set
      payload = jsonb_set(payload, '{methods}', (
        select jsonb_agg(distinct method)
        from jsonb_array_elements(payload -> 'methods' || ${json(methods)}) as method)),
      next_attempt_at = least(greatest(next_attempt_at, ${instant(due)}), created_at + ${LONGEST_WAIT_MS} * interval '1 millisecond')
    where client_id = ${clientId} and subject = ${subjectOfNotice(site)} and type = ${typeOfNotice(event)}
      and delivered_at is null and failed_at is null and attempts = 0 and payload ? 'methods'
    returning id`)
  if (grown.length > 0) return
  await recordNotices(tx, [{ clientId, event, subject: site, at, payload: { site, methods }, due }])
}

/** Notifies staff of copies and warnings at once, and of other states once per site. */
async function tellPeople(tx: Transaction, states: readonly DeviceState[]): Promise<void> {
  const atOnce = states.filter((state) => !isGrouped(state))
  await recordNotices(
    tx,
    atOnce.map(({ clientId, methodId, type, at }) => ({
      clientId,
      event: noticeOf[type],
      subject: methodId,
      at,
      payload: { method: methodId },
    })),
  )
  const grouped = states.filter((state) => isGrouped(state))
  if (grouped.length === 0) return
  const siteOf = await findSites(tx, grouped)
  const groups = Map.groupBy(grouped, ({ methodId, type }) => `${siteOf.get(methodId)} ${type}`)
  for (const [, group] of [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [first] = group
    const site = first && siteOf.get(first.methodId)
    if (!site) continue
    const methods = group.map(({ methodId }) => methodId)
    // Locks are taken in the order of the sites.
    await groupNotice(tx, first, site, methods)
  }
}

/** The sites of sign-in methods, by method id. */
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

/** Ends the connections of silent devices, whose node may have died, so that watchers see it. */
export async function dropSilent(db: Database, scope: InstallationScope, now: Date): Promise<void> {
  await withScope(db, scope, (tx) =>
    tx
      .update(devices)
      .set({ connectionId: null })
      .where(and(isNotNull(devices.connectionId), isSilent(now))),
  )
}

/** Reports offline devices: silent ones, and those that disconnected and did not return. */
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

/** How long devices may take to reconnect after a start of this process or the database. */
const GRACE_MS = 90_000

interface WatchDeps {
  /** Ends the connections of silent devices. */
  drop: () => Promise<unknown>
  tell: () => Promise<unknown>
}

/** Creates the job's run. A failed run restarts the grace period. */
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

/** Checks for silent devices every few seconds. */
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
