// npm run devices -- --count 500: simulated devices that pair, beat, measure, lose the network, and
// have wrong clocks and old programs.
// --page: one device to play with; --check: whether the gateway keeps the protocol; --check-device:
//   whether a device does.
import { deviceProtocol } from '@gatehouse/validation/device-protocol'
import { logIn, type PortalClient } from './portal-client.ts'
import { findFault, rules } from './conformance.ts'
import { readOptions } from './options.ts'
import { SimulatedDevice } from './simulated-device.ts'

const SECOND_MS = 1000
const YEAR_MS = 365 * 24 * 3600 * SECOND_MS
/** How many devices are paired concurrently. */
const AT_ONCE = 8
const REPORT_MS = 5 * SECOND_MS

/** What the devices of a fleet have encountered so far. */
export interface FleetCounts {
  online: number
  accepted: number
  refused: number
  lost: number
}

export interface Fleet {
  devices: readonly SimulatedDevice[]
  counts(): FleetCounts
  stop(): void
}

interface FleetPlan {
  url: string
  count: number
  portal: PortalClient
  random?: () => number
}

/** Finds or creates the methods, pairs a device with each, and starts them. */
export async function startFleet({ url, count, portal, random = Math.random }: FleetPlan): Promise<Fleet> {
  const serials = Array.from({ length: count }, (_, index) => `SIM-${String(index + 1).padStart(4, '0')}`)
  const known = new Map((await portal.findMethods('SIM-')).map((method) => [method.serial_number, method]))
  const site = await portal.firstSite()
  const devices: SimulatedDevice[] = []
  const seen = { accepted: 0, refused: 0, lost: 0 }
  const waiting = [...serials.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, serialNumber] = next
      const method =
        known.get(serialNumber) ??
        (await portal.createMethod({
          name: `Simulated ${index + 1}`,
          serial_number: serialNumber,
          site_id: site.id,
          use_temperature: true,
        }))
      const device = new SimulatedDevice({
        url,
        serialNumber,
        versions: { firmware: index % 10 === 0 ? '1.0.0' : '2.4.1' },
        // Every fifth clock is wrong, by up to ten years.
        clockSkewMs: index % 5 === 0 ? (random() - 0.5) * 20 * YEAR_MS : 0,
        // Every twentieth program also offers a protocol that no longer exists.
        protocols: index % 20 === 0 ? ['gatehouse.device.v0', deviceProtocol] : [deviceProtocol],
      })
      device.on('answer', ({ type }) => (seen[type] += 1))
      device.on('state', (state) => {
        if (state === 'offline') seen.lost += 1
      })
      devices.push(device)
      await device.pair(await portal.pairingCode(method.id))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const timer = setInterval(() => {
    for (const device of devices) {
      // Each measures about every minute, and loses its network about every quarter of an hour.
      if (random() < 1 / 60) device.measure(36.6 + (random() - 0.5))
      if (random() < 1 / 900) device.loseNetwork()
    }
  }, SECOND_MS)
  return {
    devices,
    counts: () => ({ online: devices.filter(({ state }) => state === 'online').length, ...seen }),
    stop() {
      clearInterval(timer)
      for (const device of devices) device.stop()
    },
  }
}

/**
 * Checks every rule of the protocol.
 * @returns the exit code
 */
async function checkGateway(url: string, portal: PortalClient, pin: string | undefined): Promise<number> {
  const site = await portal.firstSite()
  const made: string[] = []
  const bench = {
    ...portal,
    url,
    ...(pin !== undefined && { lendPin: () => Promise.resolve(pin) }),
    async newMethod() {
      const serialNumber = `CHECK-${crypto.randomUUID()}`
      const fields = {
        name: 'Conformance',
        serial_number: serialNumber,
        site_id: site.id,
        use_temperature: true,
      }
      const { id } = await portal.createMethod(fields)
      made.push(id)
      return { id, serialNumber }
    },
  }
  let faults = 0
  const checked = rules.filter(({ needsPin }) => !needsPin || pin !== undefined)
  for (const rule of checked) {
    const fault = await findFault(rule, bench)
    if (fault !== undefined) faults += 1
    console.log(fault === undefined ? `✓ ${rule.name}` : `✗ ${rule.name}. ${fault}`)
  }
  if (made.length > 0) await portal.retire(made)
  for (const { name } of rules.filter((rule) => !checked.includes(rule)))
    console.log(`– ${name}. Not checked: lend a PIN with --pin`)
  console.log(`${checked.length - faults} of ${checked.length} rules hold`)
  return faults > 0 ? 1 : 0
}

if (import.meta.main) {
  try {
    const options = readOptions(process.argv.slice(2))
    const { url, email, password, count, seconds, page, port, check } = options
    const portal = options['check-device'] ? undefined : await logIn(url, email, password)
    if (!portal) {
      const { checkDevice } = await import('./check-device.ts')
      process.exitCode = await checkDevice(options)
    } else if (check) process.exitCode = await checkGateway(url, portal, options.pin)
    else if (page) {
      const { servePage } = await import('./serve-page.ts')
      const { address } = await servePage({ url, portal, port })
      console.log(`A device to play with: ${address}`)
    } else {
      const fleet = await startFleet({ url, count, portal })
      const report = setInterval(() => console.log(sentenceOf(fleet.counts(), count)), REPORT_MS)
      const stop = () => {
        clearInterval(report)
        console.log(sentenceOf(fleet.counts(), count))
        fleet.stop()
      }
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
      if (seconds > 0) setTimeout(stop, seconds * SECOND_MS)
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

function sentenceOf({ online, accepted, refused, lost }: FleetCounts, count: number): string {
  return `${online} of ${count} online, ${accepted} events accepted, ${refused} refused, ${lost} connections lost`
}
