import { local } from '../../lib/storage.ts'

const entryOf = (machineId: string) => `gatehouse.kiosk-token.${machineId}`

/** The token of this tablet, which names no person; undefined where it is not paired with the method. */
export const readKioskToken = (machineId: string): string | undefined => local.read(entryOf(machineId))

export const writeKioskToken = (machineId: string, token: string): void =>
  local.write(entryOf(machineId), token)
