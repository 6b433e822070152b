import { type DeviceMemory, emptyMemory } from '../simulated-device.ts'

/** The device of this page, which survives a reload. */
export interface KeptDevice {
  serialNumber: string
  memory: DeviceMemory
}

/** One tab's: two tabs with one token would be a device and its copy. */
type TabStorage = Pick<Storage, 'getItem' | 'setItem'>

const nameOf = (url: string) => `device ${url}`

/** @param url the installation that the device is paired with */
export function keepDevice(storage: TabStorage, url: string, device: KeptDevice): void {
  storage.setItem(nameOf(url), JSON.stringify(device))
}

/** @returns undefined where nothing is stored, or it is invalid */
export function findKeptDevice(storage: TabStorage, url: string): KeptDevice | undefined {
  try {
    const kept = JSON.parse(storage.getItem(nameOf(url)) ?? 'null') as KeptDevice | null
    return kept ? { ...kept, memory: { ...emptyMemory(), ...kept.memory } } : undefined
  } catch {
    return undefined
  }
}
