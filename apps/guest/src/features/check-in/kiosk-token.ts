import { local } from '../../lib/storage.ts'

const entryOf = (machineId: string) => `gatehouse.kiosk-token.${machineId}`

/**
 * This tablet's token, which identifies no person; undefined if it is not paired with the method.
 */
export const readKioskToken = (machineId: string): string | undefined => local.read(entryOf(machineId))

export const writeKioskToken = (machineId: string, token: string): void =>
  local.write(entryOf(machineId), token)
