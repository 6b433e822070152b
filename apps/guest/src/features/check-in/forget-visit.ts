import type { SafeStorage } from '../../lib/storage.ts'
import { readCheckIns, type StoredCheckIn, writeCheckIns } from './stored-check-ins.ts'

/** Whether both records have the same name and mobile. */
export function isSamePerson(
  one: Pick<StoredCheckIn, 'firstName' | 'lastName' | 'mobile'>,
  other: Pick<StoredCheckIn, 'firstName' | 'lastName' | 'mobile'>,
): boolean {
  return (['firstName', 'lastName', 'mobile'] as const).every((name) => one[name] === other[name])
}

/** Whether both records belong to the same visit. */
export function isSameVisit(one: StoredCheckIn, other: StoredCheckIn): boolean {
  return (['submissionTime', 'firstName', 'lastName'] as const).every((name) => one[name] === other[name])
}

/** Removes a checked-out visit under every key. Later visits to the same method stay. */
export function forgetVisit(storage: SafeStorage, visit: StoredCheckIn): void {
  const others = Object.entries(readCheckIns(storage)).filter(([, other]) => !isSameVisit(other, visit))
  writeCheckIns(storage, Object.fromEntries(others))
}
