/** Where a password is being chosen. */
export type PasswordPlace = 'change' | 'reset'

/** How long typing rests before a password is looked up. */
export const BREACH_REST_MS = 1000

/** Whether a password is long enough to be looked up among known breaches (specification, section 5). */
export function isWorthLookup(password: string, place: PasswordPlace): boolean {
  const { length } = Array.from(password)
  return place === 'change' ? length >= 8 : length > 6
}
