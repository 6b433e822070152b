import { createInterface } from 'node:readline/promises'
import { createDeviceBench, deviceRules, findDeviceFault } from './device-conformance.ts'
import { startScriptedGateway } from './scripted-gateway.ts'

/**
 * Checks a device rule by rule, with a person beside it who follows the script's instructions.
 * @returns the exit code
 */
export async function checkDevice({ host, port }: { host: string; port: number }): Promise<number> {
  const gateway = await startScriptedGateway({ host, port })
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  console.log(`Point the device at ${gateway.url}, or at another address of this machine with this port.`)
  const bench = createDeviceBench({
    gateway,
    handler: {
      typeCode: (code) => console.log(`  Type this code at the device: ${code.slice(0, 4)}-${code.slice(4)}`),
      measure: () => terminal.question('  Take a reading at the device, then press Enter. '),
    },
  })
  let faults = 0
  try {
    for (const rule of deviceRules) {
      const fault = await findDeviceFault(rule, bench)
      if (fault !== undefined) faults += 1
      console.log(fault === undefined ? `✓ ${rule.name}` : `✗ ${rule.name}. ${fault}`)
    }
  } finally {
    terminal.close()
    gateway.stop()
  }
  console.log(`${deviceRules.length - faults} of ${deviceRules.length} rules hold`)
  return faults > 0 ? 1 : 0
}
