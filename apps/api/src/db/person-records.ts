import { type SQL, sql } from 'drizzle-orm'
import { hasIdOf, isOneOfTexts } from './is-one-of.ts'
import { containsAny, foldManyNow } from './search.ts'
import { instant } from './sql-values.ts'

/** A visit or a refused attempt of the person. */
export interface OwnRecord {
  id: string
  at: Date
  createdAt: Date
  personKey: string
  /** The local day of the site. */
  day: string
}

/** A visit that named the person until it was corrected to somebody else, whose it is now. */
export type EarlierVisit = Pick<OwnRecord, 'id' | 'createdAt'>

/** A correction of a name or a mobile that goes with the person, and on which of its sides the person stands. */
export interface CorrectionSides {
  id: string
  isBefore: boolean
  isAfter: boolean
}

/** Everything by which the data of one person is found. */
export interface PersonRecords {
  clientId: string
  /** The keys of the person's names and mobiles. An account has those of all its spellings. */
  keys: readonly string[]
  userIds: readonly string[]
  visits: readonly OwnRecord[]
  attempts: readonly OwnRecord[]
  earlierVisits: readonly EarlierVisit[]
  /** Of all these visits. */
  corrections: readonly CorrectionSides[]
  /** Whom else one of these visits named before a correction that goes. */
  others: readonly { visitId: string; personKey: string }[]
  banIds: readonly string[]
  /** Also those that a correction has replaced under the same name. */
  mobiles: readonly string[]
  /** What names the person in a text that others wrote: full names in either order, mobiles, emails; folded. */
  mentions: readonly string[]
  /** All words and numbers that find the person, in one folded text. */
  found: string
}

export const isOfRecords: (column: SQL, records: readonly OwnRecord[]) => SQL = hasIdOf

/** The rows of a history, looked up by their key. */
export function areRecords(id: SQL, time: SQL, records: readonly OwnRecord[]): SQL {
  if (records.length === 0) return sql`false`
  const times = records.map(({ at }) => at.getTime())
  const first = times.reduce((one, other) => Math.min(one, other))
  const last = times.reduce((one, other) => Math.max(one, other))
  return sql`${hasIdOf(id, records)} and ${time} between ${instant(new Date(first))} and ${instant(new Date(last))}`
}

/** Whether a row of a visit has the key of somebody else whom the visit named. */
export const isOfOther = (visitId: SQL, key: SQL, { others }: Pick<PersonRecords, 'others'>): SQL =>
  isOneOfTexts(
    sql`concat(${visitId}, ' ', ${key})`,
    others.map((other) => `${other.visitId} ${other.personKey}`),
  )

/** Whether a text names the person in full. It is folded once, whatever the number of names: a large client has many entries. */
export const mentions = (text: SQL, { mentions: names }: Pick<PersonRecords, 'mentions'>): SQL =>
  containsAny(foldManyNow(text), names)

/** Whether every word of a text that somebody searched by finds the person. */
export const finds = (
  text: SQL,
  { found }: Pick<PersonRecords, 'found'>,
): SQL => sql`(${text} <> '' and not exists (
  select from regexp_split_to_table(gatehouse_fold(${text}), '[\\s,]+') as word
  where word <> '' and position(word in ${found}::text) = 0))`
