import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { foldName, readingsOf } from './fold-name.ts'

export interface Person {
  firstName: string
  lastName: string
  /** E.164 */
  mobile: string
}

export type PersonKeys = (clientId: string, person: Person) => string

/** All keys that a ban of somebody is found by; the person's own is among them. */
export type BanKeys = (clientId: string, person: Person) => string[]

/**
 * How names are folded. Whoever changes what `foldName` or `readingsOf` answers raises it: the next start then makes the stored keys
 * anew from the names.
 */
export const PERSON_KEY_VERSION = 2

/**
 * Who somebody is at a client's doors: a keyed hash over the folded name and the number. It tells two visits of one
 * person together without a name in an index, and means nothing at another client.
 */
export function createPersonKeys(hash: KeyedHash): PersonKeys {
  return (clientId, person) => keyOf(hash, clientId, foldName(person), person.mobile)
}

/** The keys of every reading of a name: a ban holds if it shares one with whoever stands at the door. */
export function createBanKeys(hash: KeyedHash): BanKeys {
  return (clientId, person) =>
    readingsOf(person).map((reading) => keyOf(hash, clientId, reading, person.mobile))
}

function keyOf(hash: KeyedHash, clientId: string, reading: string, mobile: string): string {
  return hash.digest(`version ${PERSON_KEY_VERSION}`, clientId, reading, mobile).toString('base64url')
}
