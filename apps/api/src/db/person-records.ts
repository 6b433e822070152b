import { type SQL, sql } from 'drizzle-orm'
import { hasIdOf, isOneOfTexts, instant } from './sql-values.ts'
import { containsAny, foldManyNow } from './search.ts'

/** A visit or a refused attempt of the person. */
export interface OwnRecord {
  id: string
  at: Date
  createdAt: Date
  personKey: string
  /** The local day at the site. */
  day: string
}

/** A visit that named the person until it was corrected to somebody else's. */
export type EarlierVisit = Pick<OwnRecord, 'id' | 'createdAt'>

/** An erased correction of a name or a mobile, and on which sides the person is. */
export interface CorrectionSides {
  id: string
  isBefore: boolean
  isAfter: boolean
}

/** Everything that identifies the person's data. */
export interface PersonRecords {
  clientId: string
  /** The keys of the person's names and mobiles. An account has those of all spellings. */
  keys: readonly string[]
  userIds: readonly string[]
  visits: readonly OwnRecord[]
  attempts: readonly OwnRecord[]
  earlierVisits: readonly EarlierVisit[]
  /** The corrections of all these visits. */
  corrections: readonly CorrectionSides[]
  /** Other people that these visits named before a correction that is erased. */
  others: readonly { visitId: string; personKey: string }[]
  banIds: readonly string[]
  /** Includes mobiles that a correction replaced under the same name. */
  mobiles: readonly string[]
  /** What identifies the person in free text: full names in either order, mobiles, emails. */
  mentions: readonly string[]
  /** All words and numbers that match the person, in one folded text. */
  found: string
}

export const isOfRecords: (column: SQL, records: readonly OwnRecord[]) => SQL = hasIdOf

/** The rows of a history, by primary key. */
export function areRecords(id: SQL, time: SQL, records: readonly OwnRecord[]): SQL {
  if (records.length === 0) return sql`false`
  const times = records.map(({ at }) => at.getTime())
  const first = times.reduce((one, other) => Math.min(one, other))
  const last = times.reduce((one, other) => Math.max(one, other))
  return sql`${hasIdOf(id, records)} and ${time} between ${instant(new Date(first))} and ${instant(new Date(last))}`
}

/** Whether a visit's row has the key of somebody else whom the visit named. */
export const isOfOther = (visitId: SQL, key: SQL, { others }: Pick<PersonRecords, 'others'>): SQL =>
  isOneOfTexts(
    sql`concat(${visitId}, ' ', ${key})`,
    others.map((other) => `${other.visitId} ${other.personKey}`),
  )

/** Whether a text names the person in full. It is folded once, however many names there are. */
export const mentions = (text: SQL, { mentions: names }: Pick<PersonRecords, 'mentions'>): SQL =>
  containsAny(foldManyNow(text), names)

/** Whether every word of a search text matches the person. */
export const finds = (
  text: SQL,
  { found }: Pick<PersonRecords, 'found'>,
): SQL => sql`(${text} <> '' and not exists (
  select from regexp_split_to_table(gatehouse_fold(${text}), '[\\s,]+') as word
  where word <> '' and position(word in ${found}::text) = 0))`
