import type { SafeStorage } from '../../lib/storage.ts'
import { readCheckIns, type StoredCheckIn, writeCheckIns } from './stored-check-ins.ts'

/** Whether both have the same name and mobile. */
export function isSamePerson(
  one: Pick<StoredCheckIn, 'firstName' | 'lastName' | 'mobile'>,
  other: Pick<StoredCheckIn, 'firstName' | 'lastName' | 'mobile'>,
): boolean {
  return (['firstName', 'lastName', 'mobile'] as const).every((name) => one[name] === other[name])
}

/** Whether both are of one visit. */
export function isSameVisit(one: StoredCheckIn, other: StoredCheckIn): boolean {
  return (['submissionTime', 'firstName', 'lastName'] as const).every((name) => one[name] === other[name])
}

/** Removes a visit that is checked out, under whatever key. A later one of the method stays: it is not checked out with an earlier one. */
export function forgetVisit(storage: SafeStorage, visit: StoredCheckIn): void {
  const others = Object.entries(readCheckIns(storage)).filter(([, other]) => !isSameVisit(other, visit))
  writeCheckIns(storage, Object.fromEntries(others))
}
