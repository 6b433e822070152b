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

/** All keys that find a ban of a person. The person's own key is one of them. */
export type BanKeys = (clientId: string, person: Person) => string[]

/**
 * Creates the function for person keys: a keyed hash over the folded name and the mobile. It links the visits of one person without a name
 * in an index, and differs from client to client.
 */
export function createPersonKeys(hash: KeyedHash): PersonKeys {
  return (clientId, person) => keyOf(hash, clientId, foldName(person), person.mobile)
}

/** Creates the function for the keys of all readings of a name. A ban applies to everybody who shares one of its keys. */
export function createBanKeys(hash: KeyedHash): BanKeys {
  return (clientId, person) =>
    readingsOf(person).map((reading) => keyOf(hash, clientId, reading, person.mobile))
}

function keyOf(hash: KeyedHash, clientId: string, reading: string, mobile: string): string {
  return hash.digest(clientId, reading, mobile).toString('base64url')
}

/** A visitor: the name as typed, the mobile in E.164, and the person key at the client. */
export interface Visitor extends Person {
  personKey: string
}

/**
 * A visitor who has no mobile. Two people may have one name, so each visit has a key that no other
 * record has.
 */
export function nameWithoutMobile({ firstName, lastName }: Omit<Person, 'mobile'>): Visitor {
  return { firstName, lastName, mobile: '', personKey: randomBytes(32).toString('base64url') }
}

/** The fields of a form that name a visitor. */
interface NamedVisitor extends Person {
  /** The visitor insists on a mobile that the numbering plan does not know. */
  mobileConfirmed?: boolean | undefined
}

/** Where the visitor is: what decides how the mobile is read. */
interface VisitedSite {
  clientId: string
  region: string
  acceptsUnknownMobiles: boolean
}

/**
 * The visitor behind the fields of a form.
 * @throws AppError `invalid_phone` where the mobile is no number in the site's region
 */
export function readVisitor(personKeys: PersonKeys, site: VisitedSite, person: NamedVisitor): Visitor {
  const visitor = tryReadVisitor(personKeys, site, person)
  if (!visitor) throw new AppError('invalid_phone', { fields: { mobile: 'phone_invalid' } })
  return visitor
}

/** The visitor behind the fields of a form; undefined where the mobile is no number in the site's region. */
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
