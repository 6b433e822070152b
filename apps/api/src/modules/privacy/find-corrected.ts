import { foldText } from '@gatehouse/validation/fold-text'
import { matchesTerms, readSearch } from '@gatehouse/validation/search-terms'
import { sql } from 'drizzle-orm'
import type { CorrectedFields } from '../../db/schema/log-entries.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import type { Person, PersonKeys } from '../identity/person-key.ts'
import type { MobilesReadable } from '../people/mobile-visibility.ts'
import type { CorrectionSides, EarlierVisit, PersonRecords } from '../../db/person-records.ts'
import { json, millisOf } from '../../db/sql-values.ts'

/** A visit whose name or mobile was corrected. */
interface CorrectedVisit {
  id: string
  signedInAt: Date
  createdAt: Date
  /** The person whom the visit names now. */
  holder: Person & { personKey: string }
  /** Latest first, each with the person whom the visit named before. */
  corrections: readonly { id: string; earlier: Person }[]
}

interface CorrectionRow extends Record<string, unknown> {
  id: string
  visit_id: string
  before: CorrectedFields
}

interface HolderRow extends CorrectionRow {
  signed_in_at: number
  created_at: number
  first_name: string
  last_name: string
  mobile: string
  person_key: string
}

/** A correction outlives its visit after a manual deletion or an incomplete restore. */
const hasHolder = (row: CorrectionRow): row is HolderRow => row['person_key'] !== null

/** How many visits are in memory at a time. */
const PAGE_VISITS = 1000

/**
 * Reads the visits of a client that once named another person, latest first. It reads all of them,
 * because that person is in no column and a person key can't be turned into a name.
 */
async function* readCorrectedVisits(tx: Transaction, clientId: string): AsyncGenerator<CorrectedVisit> {
  let beyond = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  for (;;) {
    // With a limit PostgreSQL finds the corrections of each visit by the index. Without one it may
    // read all corrections for each page.
    const rows = await tx.execute<CorrectionRow>(sql`
      with corrected as materialized (
        select distinct visit_id from log_corrections
        where client_id = ${clientId} and visit_id < ${beyond}::uuid and anonymised_at is null
          and before ?| '{first_name,last_name,mobile}'
        order by visit_id desc limit ${PAGE_VISITS})
      select c.id, c.visit_id, ${millisOf(sql`v.signed_in_at`)} as signed_in_at,
        ${millisOf(sql`v.created_at`)} as created_at, v.first_name, v.last_name, v.mobile, v.person_key, c.before
      from corrected
      cross join lateral (
        select * from log_corrections c where c.client_id = ${clientId} and c.visit_id = corrected.visit_id and c.anonymised_at is null
        limit 2147483647) as c
      left join visits v on v.client_id = c.client_id and v.id = c.visit_id and v.signed_in_at = c.signed_in_at
      order by c.visit_id desc, c.at desc, c.id desc`)
    const visits = Map.groupBy(rows, (row) => row.visit_id)
    for (const [id, corrections] of visits) {
      const [first] = corrections
      if (first && hasHolder(first)) yield readVisit(id, first, corrections)
    }
    if (visits.size < PAGE_VISITS) return
    beyond = rows.at(-1)?.visit_id ?? ''
  }
}

/** Works back from the visit's current names, because a correction has only the changed fields. */
function readVisit(id: string, row: HolderRow, rows: readonly CorrectionRow[]): CorrectedVisit {
  const holder = { firstName: row.first_name, lastName: row.last_name, mobile: row.mobile }
  let later: Person = holder
  return {
    id,
    signedInAt: new Date(row.signed_in_at),
    createdAt: new Date(row.created_at),
    holder: { ...holder, personKey: row.person_key },
    corrections: rows.map(({ id: correction, before }) => {
      later = {
        firstName: before.first_name ?? later.firstName,
        lastName: before.last_name ?? later.lastName,
        mobile: before.mobile ?? later.mobile,
      }
      return { id: correction, earlier: later }
    }),
  }
}

interface EarlierPerson extends Person {
  key: string
  /** The last sign-in, as the visit had it then. */
  lastAt: Date
}

interface EarlierSearch {
  clientId: string
  typed: string
  /** Whether the reader may search by mobiles. */
  readable: MobilesReadable
  most: number
}

/**
 * People whom visits named before a correction, by name or mobile. Only those of the latest visits,
 * and none who have an account.
 */
export async function searchEarlierPeople(
  tx: Transaction,
  personKeys: PersonKeys,
  { clientId, typed, readable, most }: EarlierSearch,
): Promise<EarlierPerson[]> {
  const terms = readSearch(typed)
  const found = new Map<string, EarlierPerson>()
  const accounts = new Set<string>()
  const leaveOutAccounts = async () => {
    for (const key of await findAccountKeys(tx, clientId, [...found.keys()])) {
      found.delete(key)
      accounts.add(key)
    }
  }
  for await (const { corrections, holder, signedInAt } of readCorrectedVisits(tx, clientId)) {
    // The keyed hashes take long together.
    for await (const { earlier } of takeTurns(corrections)) {
      // Retention has emptied the visit but not yet the correction, which lacks the full name.
      if (earlier.firstName === '' || earlier.lastName === '') continue
      if (hadNoMobile(earlier, holder)) continue
      const name = foldText(`${earlier.lastName}\t${earlier.firstName}`)
      if (!matchesTerms(terms, { texts: [name], phone: readable ? earlier.mobile : null })) continue
      const key = personKeys(clientId, earlier)
      if (key === holder.personKey || found.has(key) || accounts.has(key)) continue
      found.set(key, { ...earlier, key, lastAt: signedInAt })
    }
    if (found.size < most) continue
    await leaveOutAccounts()
    if (found.size >= most) break
  }
  await leaveOutAccounts()
  return [...found.values()]
}

/** The person keys that belong to an account. */
async function findAccountKeys(
  tx: Transaction,
  clientId: string,
  personKeys: readonly string[],
): Promise<string[]> {
  if (personKeys.length === 0) return []
  const rows = await tx.execute<{ key: string }>(sql`
    with asked as materialized (select jsonb_array_elements_text(${json(personKeys)}) as key)
    select person_key as key from users where client_id = ${clientId} and person_key in (select key from asked)
    union all
    select person_key from log_people where client_id = ${clientId} and user_id is not null and person_key in (select key from asked)`)
  return rows.map(({ key }) => key)
}

/** What corrected visits reveal about one person, and about other people. */
interface CorrectedVisits {
  /** The person's names in visits that belong to another person now. */
  names: readonly Person[]
  /** Mobiles that were corrected in the person's own visits, under the same name. */
  mobiles: readonly string[]
  earlierVisits: readonly EarlierVisit[]
  corrections: readonly CorrectionSides[]
  others: PersonRecords['others']
}

/** Finds the corrected visits of the person with these keys. */
export async function findCorrectedVisits(
  tx: Transaction,
  personKeys: PersonKeys,
  clientId: string,
  keys: readonly string[],
): Promise<CorrectedVisits> {
  const own = new Set(keys)
  const names: Person[] = []
  const mobiles = new Set<string>()
  const earlierVisits: EarlierVisit[] = []
  const corrections: CorrectionSides[] = []
  const others: PersonRecords['others'][number][] = []
  for await (const visit of readCorrectedVisits(tx, clientId)) {
    const { id, createdAt, holder } = visit
    const keysBefore: string[] = []
    for await (const { earlier } of takeTurns(visit.corrections))
      keysBefore.push(hadNoMobile(earlier, holder) ? holder.personKey : personKeys(clientId, earlier))
    const isHolder = own.has(holder.personKey)
    const last = isHolder ? 0 : keysBefore.findIndex((key) => own.has(key))
    if (last === -1) continue
    if (!isHolder) earlierVisits.push({ id, createdAt })
    // Earlier corrections can't be read without the one that names the person, so they go with it.
    for (const [place, { id: correction, earlier }] of visit.corrections.entries()) {
      if (place < last) continue
      const key = keysBefore[place] ?? ''
      const keyAfter = keysBefore[place - 1] ?? holder.personKey
      corrections.push({ id: correction, isBefore: own.has(key), isAfter: own.has(keyAfter) })
      if (!own.has(key)) others.push({ visitId: id, personKey: key })
      else if (!isHolder) names.push(earlier)
      if (isHolder && fullName(earlier) === fullName(holder)) mobiles.add(earlier.mobile)
    }
  }
  return { names, mobiles: [...mobiles], earlierVisits, corrections, others }
}

/**
 * Whether the person of the visit had no mobile, and therefore a key of their own. A visit that
 * retention has emptied has no mobile either, but it has no name.
 */
const hadNoMobile = (earlier: Person, holder: Person) =>
  earlier.mobile === '' && (holder.firstName !== '' || holder.lastName !== '')

const fullName = ({ firstName, lastName }: Person) => foldText(`${firstName} ${lastName}`)
