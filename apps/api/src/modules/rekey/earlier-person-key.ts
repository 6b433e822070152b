import { and, desc, isNotNull, isNull, ne } from 'drizzle-orm'
import { cipherPurposes, hashPurposes } from '../../config/key-purposes.ts'
import { bans } from '../../db/schema/bans.ts'
import { totpMethods } from '../../db/schema/two-step.ts'
import { users } from '../../db/schema/users.ts'
import { visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { type KeyedHash, keyedHash } from '../../lib/keyed-hash.ts'
import { createCipher, tryDecrypt, DecryptionError } from '../../lib/encryption.ts'
import type { Person } from '../identity/person-key.ts'

const SAMPLE = 20

/**
 * Whether the rows of releases before the data key were made with this SECRET_KEY. It tries the latest person keys and some seeds of
 * authenticators; one match is enough. Undefined where there is no row to try.
 */
export async function wereRowsMadeWith(tx: Transaction, secretKey: string): Promise<boolean | undefined> {
  const [people, seeds] = await Promise.all([findPeople(tx), findSeeds(tx)])
  if (people.length + seeds.length === 0) return undefined
  const hash = keyedHash(secretKey, hashPurposes.people)
  const cipher = createCipher(secretKey, cipherPurposes.twoStep)
  return (
    people.some(
      ({ clientId, personKey, ...person }) => earlierPersonKey(hash, clientId, person) === personKey,
    ) ||
    seeds.some(
      ({ encryptedSeed, clientId, userId, id }) =>
        !(tryDecrypt(() => cipher.decrypt(encryptedSeed, clientId, userId, id)) instanceof DecryptionError),
    )
  )
}

/** The person key of version 1, which those releases used. */
export function earlierPersonKey(
  hash: KeyedHash,
  clientId: string,
  { firstName, lastName, mobile }: Person,
): string {
  return hash.digest(clientId, foldNameOnce(`${firstName} ${lastName}`), mobile).toString('base64url')
}

function foldNameOnce(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLocaleLowerCase('und')
    .replace(/[\s'’‘`´.-]+/gu, ' ')
    .trim()
    .normalize('NFC')
}

interface KeptPerson extends Person {
  clientId: string
  personKey: string | null
}

async function findPeople(tx: Transaction): Promise<KeptPerson[]> {
  const columnsOf = (table: typeof users | typeof bans | typeof visits) => ({
    clientId: table.clientId,
    firstName: table.firstName,
    lastName: table.lastName,
    mobile: table.mobile,
    personKey: table.personKey,
  })
  const isKeyed = (table: typeof users | typeof bans) => and(isNotNull(table.personKey), ne(table.mobile, ''))
  const found = await Promise.all([
    tx
      .select(columnsOf(users))
      .from(users)
      .where(isKeyed(users))
      .orderBy(desc(users.lastModified))
      .limit(SAMPLE),
    tx.select(columnsOf(bans)).from(bans).where(isKeyed(bans)).orderBy(desc(bans.lastModified)).limit(SAMPLE),
    tx
      .select(columnsOf(visits))
      .from(visits)
      .where(and(isNull(visits.anonymisedAt), ne(visits.mobile, '')))
      .orderBy(desc(visits.signedInAt))
      .limit(SAMPLE),
  ])
  return found.flat()
}

function findSeeds(tx: Transaction) {
  return tx
    .select({
      clientId: totpMethods.clientId,
      userId: totpMethods.userId,
      id: totpMethods.id,
      encryptedSeed: totpMethods.encryptedSeed,
    })
    .from(totpMethods)
    .limit(SAMPLE)
}
