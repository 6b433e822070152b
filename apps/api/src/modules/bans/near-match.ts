import { and, eq, gt, isNull, notExists, or, sql } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { banExceptions, banPersonKeys, bans } from '../../db/schema/bans.ts'
import { visits } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { timeOfId } from '../../lib/ids.ts'
import { foldWords, readingsOf } from '../identity/fold-name.ts'
import type { Person } from '../identity/person-key.ts'
import { isInForce } from './find-ban.ts'

const wordsOf = (text: string) => new Set(text.split(' '))

const titles = wordsOf(
  'mr mrs ms miss mx dr prof sir sr jr snr jnr ii iii iv 2nd 3rd don dona sra srta herr frau mme mlle',
)
/** Name particles that many people share. */
const particles = wordsOf(
  'de da do di du dos das des del della la le el los las al van von der den ten ter bin ibn y e i san st',
)
/** Signs and digits that are typed in place of a letter. */
const letterOf: Record<string, string> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
}
const typedForLetter = (text: string, signs: RegExp) => text.replace(signs, (sign) => letterOf[sign] ?? sign)

/**
 * Whether a person has a banned person's mobile and a similar name, but is not refused. Names are
 * similar if few letters differ, or if they share a first or last name. Titles, doubled letters,
 * signs typed for letters and the order of the two names are ignored.
 */
export function isNearMatch(banned: Person, given: Person): boolean {
  if (given.mobile === '' || given.mobile !== banned.mobile || isRefused(banned, given)) return false
  const [ofBan, ofGiven] = [readPlain(banned), readPlain(given)]
  if (ofBan.first + ofBan.last === '' || ofGiven.first + ofGiven.last === '') return false
  return (
    isSimilar(ofBan.first + ofBan.last, ofGiven.first + ofGiven.last) ||
    isSimilar(ofBan.first + ofBan.last, ofGiven.last + ofGiven.first) ||
    ofBan.names.some((name) => ofGiven.names.includes(name))
  )
}

/** A ban refuses everyone who shares a reading of the name. */
function isRefused(banned: Person, given: Person): boolean {
  const readings = readingsOf(banned)
  return readingsOf(given).some((reading) => readings.includes(reading))
}

interface PlainName {
  first: string
  last: string
  /** The words that can be a name on their own. */
  names: string[]
}

function readPlain({ firstName, lastName }: Person): PlainName {
  const [first, last] = [readWords(firstName), readWords(lastName)]
  return {
    first: first.map(toPlain).join(''),
    last: last.map(toPlain).join(''),
    names: [...first, ...last].filter(isName).map(toPlain),
  }
}

/** The words of a field without titles, unless it has nothing else: Don is also a name. */
function readWords(field: string): string[] {
  const letters = typedForLetter(field, /[@$]|[!|](?=\p{L})/gu)
  const words = foldWords({ firstName: letters, lastName: '' })
  const named = words.filter((word) => !titles.has(word))
  return named.length > 0 ? named : words
}

/** A single Latin letter or digit is not a name. */
const isName = (word: string) => !particles.has(word) && !titles.has(word) && !/^[a-z\d]$/.test(word)

/** i and l look alike, and 1 is typed for both. */
const toPlain = (word: string) =>
  typedForLetter(word, /\d/g)
    .replaceAll('i', 'l')
    .replace(/(.)\1+/gu, '$1')

function isSimilar(one: string, other: string): boolean {
  const most = Math.max(one.length, other.length) > 5 ? 2 : 1
  return Math.abs(one.length - other.length) <= most && editDistance(one, other) <= most
}

interface AskedVisit {
  clientId: string
  siteId: string
  visitId: string
  /** When the server received its sign-in. */
  at: Date
}

/** Whether a visitor resembles a person banned at the site then. Bans lifted since don't count. */
export async function isPossibleMatch(
  tx: Transaction,
  { clientId, siteId, visitId, at }: AskedVisit,
): Promise<boolean> {
  const now = sql`${at.toISOString()}::timestamptz`
  const exception = tx
    .select({ one: sql`1` })
    .from(banExceptions)
    .where(
      and(
        hasValues(banExceptions, { clientId: bans.clientId, banId: bans.id, siteId }),
        gt(banExceptions.untilAt, now),
      ),
    )
  const rows = await tx
    .selectDistinct({
      banned: {
        firstName: banPersonKeys.firstName,
        lastName: banPersonKeys.lastName,
        mobile: banPersonKeys.mobile,
      },
      given: { firstName: visits.firstName, lastName: visits.lastName, mobile: visits.mobile },
    })
    .from(visits)
    .innerJoin(banPersonKeys, hasValues(banPersonKeys, { clientId: visits.clientId, mobile: visits.mobile }))
    .innerJoin(bans, hasValues(bans, { clientId: banPersonKeys.clientId, id: banPersonKeys.banId }))
    .where(
      and(
        hasValues(visits, { clientId, id: visitId, signedInAt: timeOfId(visitId) }),
        or(isNull(bans.siteId), eq(bans.siteId, siteId)),
        isInForce({ now }),
        notExists(exception),
      ),
    )
  return rows.some(({ banned, given }) => isNearMatch(banned, given))
}

/** How many letters must be added, removed or replaced between two texts (Levenshtein distance). */
function editDistance(one: string, other: string): number {
  const letters = Array.from(other)
  let row = Array.from({ length: letters.length + 1 }, (_, at) => at)
  for (const letter of one) {
    let [diagonal = 0] = row
    let left = diagonal + 1
    row = row.map((above, at) => {
      if (at === 0) return left
      left = Math.min(above + 1, left + 1, diagonal + (letters[at - 1] === letter ? 0 : 1))
      diagonal = above
      return left
    })
  }
  return row.at(-1) ?? 0
}
