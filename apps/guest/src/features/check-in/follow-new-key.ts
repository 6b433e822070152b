import type { SafeStorage } from '../../lib/storage.ts'
import { findLatestCheckIn, isOfMethod, readCheckIns, writeCheckIns } from './stored-check-ins.ts'

/**
 * Stores a sign-in that was made under an earlier key of the method under the present one too. Under the earlier one it stays: its page
 * is closed, and says who is still on site.
 */
export function followNewKey(storage: SafeStorage, methodKey: string, machineId: string): void {
  const records = readCheckIns(storage)
  if (records[methodKey]) return
  const made = Object.entries(records).filter(([, record]) => isOfMethod(record, machineId))
  const latest = findLatestCheckIn(Object.fromEntries(made))
  if (latest) writeCheckIns(storage, { ...records, [methodKey]: latest })
}
