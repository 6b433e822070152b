import { deviceLimits } from '@gatehouse/validation/device-protocol'
import type { NotificationEvent } from '@gatehouse/validation/notification-events'
import type { DeviceStateEvent } from '@gatehouse/validation/webhooks'
import { and, exists, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { lock } from '../../db/locks.ts'
import { recordEvents, recordNotices, subjectOfNotice, typeOfNotice } from '../../db/outbox.ts'
import { devices } from '../../db/schema/devices.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { instant, json } from '../../db/sql-values.ts'
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
  await tellPeople(tx, states)
}

/** Devices of a site that leave, or come back, within this time of each other are one notice. */
const SETTLED_MS = 20 * SECOND_MS
/** How long the notice waits for further devices at most. */
const LONGEST_WAIT_MS = 60 * SECOND_MS

const isGrouped = ({ type }: DeviceState) => type === 'device.offline' || type === 'device.back'

/** Adds devices of a site to the notice that waits, or records one. */
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

/** Tells people: of a copy or a warning at once, of what leaves or comes back once for each site. */
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
    // oxlint-disable-next-line no-await-in-loop -- one lock after the other, in the order of the sites
    await groupNotice(tx, first, site, methods)
  }
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
