import type { SafeStorage } from '../../lib/storage.ts'
import { findLatestCheckIn, isOfMethod, readCheckIns, writeCheckIns } from './stored-check-ins.ts'

/**
 * Copies a sign-in made under an earlier key of the method to the present key. The record under the
 * earlier key stays: the page of that key is closed and shows who is still on site.
 */
export function followNewKey(storage: SafeStorage, methodKey: string, machineId: string): void {
  const records = readCheckIns(storage)
  if (records[methodKey]) return
  const made = Object.entries(records).filter(([, record]) => isOfMethod(record, machineId))
  const latest = findLatestCheckIn(Object.fromEntries(made))
  if (latest) writeCheckIns(storage, { ...records, [methodKey]: latest })
}
