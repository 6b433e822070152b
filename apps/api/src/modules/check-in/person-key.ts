import type { KeyedHash } from '../../lib/keyed-hash.ts'

export interface Person {
  firstName: string
  lastName: string
  /** E.164 */
  mobile: string
}

export type PersonKeys = (clientId: string, person: Person) => string

/** A name with case, accents and blanks folded away: what two spellings of one person share. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLocaleLowerCase('und')
    .replace(/[\s'’‘`´.-]+/gu, ' ')
    .trim()
    .normalize('NFC')
}

/**
 * Who somebody is at a client's doors: a keyed hash over the folded name and the number. It tells two visits of one
 * person together without a name in an index, and means nothing at another client.
 */
export function createPersonKeys(hash: KeyedHash): PersonKeys {
  return (clientId, { firstName, lastName, mobile }) =>
    hash.digest(clientId, foldName(`${firstName} ${lastName}`), mobile).toString('base64url')
}
