import { randomBytes } from 'node:crypto'
import { toE164, toPossibleE164 } from '@gatehouse/validation/phone-numbers'
import { AppError } from '../../lib/app-error.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { foldName, readingsOf } from './fold-name.ts'

export interface Person {
  firstName: string
  lastName: string
  /** E.164 */
  mobile: string
}

export type PersonKeys = (clientId: string, person: Person) => string

/** All keys that match a ban of a person. The person's own key is one of them. */
export type BanKeys = (clientId: string, person: Person) => string[]

/**
 * Creates the function for person keys: a keyed hash of the folded name and the mobile. It links a
 * person's visits without a name in an index, and differs between clients.
 */
export function createPersonKeys(hash: KeyedHash): PersonKeys {
  return (clientId, person) => keyOf(hash, clientId, foldName(person), person.mobile)
}

/** Creates the function for the keys of all readings of a name. A ban applies if one is shared. */
export function createBanKeys(hash: KeyedHash): BanKeys {
  return (clientId, person) =>
    readingsOf(person).map((reading) => keyOf(hash, clientId, reading, person.mobile))
}

function keyOf(hash: KeyedHash, clientId: string, reading: string, mobile: string): string {
  return hash.digest(clientId, reading, mobile).toString('base64url')
}

/** A visitor: the name as typed, the mobile in E.164, and the client's person key. */
export interface Visitor extends Person {
  personKey: string
}

/** A visitor without a mobile. Names are not unique, so each visit gets a unique key. */
export function nameWithoutMobile({ firstName, lastName }: Omit<Person, 'mobile'>): Visitor {
  return { firstName, lastName, mobile: '', personKey: randomBytes(32).toString('base64url') }
}

/** The fields of a form that name a visitor. */
interface NamedVisitor extends Person {
  /** The visitor confirmed a mobile that the numbering plan does not know. */
  mobileConfirmed?: boolean | undefined
}

/** The site's settings for reading a mobile. */
interface VisitedSite {
  clientId: string
  region: string
  acceptsUnknownMobiles: boolean
}

/**
 * Reads a visitor from the fields of a form.
 * @throws AppError `invalid_phone` where the mobile is not a valid number in the site's region
 */
export function readVisitor(personKeys: PersonKeys, site: VisitedSite, person: NamedVisitor): Visitor {
  const visitor = tryReadVisitor(personKeys, site, person)
  if (!visitor) throw new AppError('invalid_phone', { fields: { mobile: 'phone_invalid' } })
  return visitor
}

/** Same as `readVisitor`; undefined where the mobile is not a valid number in the site's region. */
export function tryReadVisitor(
  personKeys: PersonKeys,
  { clientId, region, acceptsUnknownMobiles }: VisitedSite,
  { firstName, lastName, mobile: typed, mobileConfirmed = false }: NamedVisitor,
): Visitor | undefined {
  const isConfirmed = acceptsUnknownMobiles && mobileConfirmed
  const mobile = toE164(typed, region) ?? (isConfirmed ? toPossibleE164(typed, region) : undefined)
  if (mobile === undefined) return undefined
  const person = { firstName, lastName, mobile }
  return { ...person, personKey: personKeys(clientId, person) }
}
