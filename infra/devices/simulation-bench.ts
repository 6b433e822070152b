import { createDeviceBench, deviceRules, findDeviceFault } from './device-conformance.ts'
import { type ScriptedGateway, startScriptedGateway } from './scripted-gateway.ts'
import { SimulatedDevice } from './simulated-device.ts'

const BEAT_SECONDS = 1
const SILENCE_SECONDS = 4

interface Options {
  /** Starts what is between the device and the gateway. */
  through?: (gateway: ScriptedGateway) => Promise<{ url: string; stop(): void }>
  /** How long the device waits for a sign of life. */
  silenceSeconds?: number
}

/**
 * Checks rules one after the other with one simulated device.
 * @returns the fault of each, if any
 */
export async function findFaultsOfSimulation(
  names: readonly string[],
  { through, silenceSeconds = SILENCE_SECONDS }: Options = {},
): Promise<(string | undefined)[]> {
  const gateway = await startScriptedGateway({ host: '127.0.0.1', port: 0 })
  const between = await through?.(gateway)
  const device = new SimulatedDevice({
    url: between?.url ?? gateway.url,
    serialNumber: 'MAKER-1',
    silenceSeconds,
  })
  const bench = createDeviceBench({
    gateway,
    beatSeconds: BEAT_SECONDS,
    silenceSeconds: SILENCE_SECONDS,
    handler: {
      typeCode: (code) => device.pair(code).catch(() => {}),
      measure: () => void device.measure(36.6),
    },
  })
  try {
    const faults: (string | undefined)[] = []
    for (const rule of deviceRules.filter(({ name }) => names.includes(name)))
      faults.push(await findDeviceFault(rule, bench))
    return faults
  } finally {
    device.stop()
    between?.stop()
    gateway.stop()
  }
}
