import { limits } from '@gatehouse/validation/limits'

/** Where a password is chosen. */
export type PasswordPlace = keyof typeof limits.breachLookup.characters

/** Whether a password is long enough to be looked up among known breaches. */
export function isWorthLookup(password: string, place: PasswordPlace): boolean {
  return Array.from(password).length >= limits.breachLookup.characters[place]
}
