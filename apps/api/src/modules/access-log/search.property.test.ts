import { foldText } from '@gatehouse/validation/fold-text'
import { matchesTerms, readSearch } from '@gatehouse/validation/search-terms'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { makeClient, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import type { KeyActor, ReadingActor, StaffActor } from '../../context.ts'
import { clientScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { foldDeltas } from '../../jobs/fold-rollups.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { type LogCursor, type LogRow, readEntries } from './read-entries.ts'
import type { LogQuestion } from './entries.ts'
import { readQuestion } from './queries.ts'
import { findPeople } from './search-people.ts'

const now = new Date('2026-11-20T02:00:00Z')
const DAYS = 360

const here = inWorld()
let actor: KeyActor
let manager: StaffActor
let siteIds: string[]

beforeEach(async () => {
  const { db } = here.test.database
  const { id: clientId } = await makeClient(db, { enabled: true, timeZone: 'Australia/Brisbane' })
  siteIds = [(await makeSite(db, clientId)).id, (await makeSite(db, clientId)).id]
  const scope = clientScope(clientId)
  actor = { kind: 'key', keyId: newId(), clientId, scopes: [], admin: true, siteAdmin: false, scope }
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, {
    access: [{ siteId: siteIds[0] ?? '', userType: 'Manager' }],
  })
  manager = {
    ...actor,
    kind: 'staff',
    userId,
    sessionId: newId(),
    admin: false,
    authenticated: true,
    mustChangePassword: false,
    boardBeforeTwoStep: false,
    hasManagerEntry: true,
    hasStaffEntry: false,
    ownScope: scope,
  }
})

/** One person is spelled in different ways. */
const people = [
  {
    mobile: '+61491570156',
    names: [
      ['Thị', 'Nguyễn'],
      ['THI', 'nguyen'],
    ],
  },
  {
    mobile: '+61491570157',
    names: [
      ["Mary-Jane O'Neil", 'Bench'],
      ['Mary Jane ONeil', 'BENCH'],
    ],
  },
  { mobile: '+61491570313', names: [['Visitor 4711', 'Bench']] },
  { mobile: '+61491570737', names: [['Visitor  4', 'Nguyen-Bench ']] },
] as const
const searches = [
  'nguyen',
  'bench',
  'visitor',
  '4711',
  '+61491570',
  'mary-jane',
  'e bench',
  "o'neil",
  'nobody',
]

interface Drawn {
  person: number
  spelling: number
  site: number
  /** Before now. */
  minutes: number
  stay: number | null
  kind: 'left' | 'assumed_left' | 'refused'
  isCorrected: boolean
  isAnonymous: boolean
}

/** Some share a moment, most are days apart, and some lie at the other end of the year. */
const drawn: fc.Arbitrary<Drawn> = fc.record({
  person: fc.nat(people.length - 1),
  spelling: fc.nat(1),
  site: fc.nat(1),
  minutes: fc.oneof(fc.nat(3), fc.nat(3 * 24 * 60), fc.nat(DAYS * 24 * 60)),
  stay: fc.option(fc.oneof(fc.nat(2), fc.nat(600), fc.nat(60 * 24 * 60))),
  kind: fc.constantFrom('left', 'assumed_left', 'refused'),
  isCorrected: fc.boolean(),
  isAnonymous: fc.boolean(),
})

async function write(records: readonly Drawn[]): Promise<void> {
  const { clientId } = actor
  const { sql } = here
  for (const table of ['log_entries', 'log_corrections', 'log_people', 'visits', 'refused_attempts'])
    await sql`delete from ${sql(table)} where client_id = ${clientId}`
  for (const record of records) {
    const { mobile, names } = people[record.person] ?? people[0]
    const [firstName, lastName] = names[record.spelling % names.length] ?? names[0]
    const at = new Date(now.getTime() - record.minutes * MINUTE_MS)
    const id = newId(at)
    const person = record.isAnonymous
      ? { person_key: `anonymous.${id}`, first_name: '', last_name: '', mobile: '', anonymised_at: now }
      : { person_key: `person ${record.person}`, first_name: firstName, last_name: lastName, mobile }
    const shared = {
      client_id: clientId,
      id,
      site_id: siteIds[record.site] ?? '',
      kind: 'visitor',
      ...person,
    }
    if (record.kind === 'refused') {
      await sql`insert into refused_attempts ${sql({ ...shared, reason: 'banned', attempted_at: at })}`
      continue
    }
    const ended = record.stay === null ? null : new Date(at.getTime() + record.stay * MINUTE_MS)
    const isGone = ended !== null && ended <= now
    await sql`insert into visits ${sql({
      ...shared,
      signed_in_at: at,
      ended_at: isGone ? ended : null,
      ended_as: isGone ? (record.kind === 'left' ? 'checked_out' : 'assumed_left') : null,
      signed_out_at: isGone && record.kind === 'left' ? ended : null,
      assumed_left_at: isGone && record.kind === 'assumed_left' ? ended : null,
    })}`
    if (record.isCorrected)
      await sql`insert into log_corrections ${sql({
        client_id: clientId,
        id: newId(now),
        at: now,
        site_id: shared.site_id,
        visit_id: id,
        signed_in_at: at,
      })}`
  }
}

/** The keys of all entries, read in pages from one end to the other. */
async function walk(
  tx: Transaction,
  reader: ReadingActor,
  question: LogQuestion,
  direction: LogCursor['direction'],
  limit: number,
  sizes: { first: number; most: number },
) {
  const found: LogRow[] = []
  const end = { at: question.range.from.getTime() - 1, rank: 0, id: newId(question.range.from) }
  let cursor: LogCursor | undefined = direction === 'older' ? undefined : { direction, ...end }
  for (;;) {
    const { rows, stoppedAt } = await readEntries(tx, reader, question, { cursor, limit }, sizes)
    found.push(...rows)
    const last = stoppedAt ?? rows.at(-1)
    if (!last || (rows.length < limit && !stoppedAt)) break
    cursor = { direction, at: last.at, rank: last.rank, id: last.id }
  }
  return direction === 'older' ? found : found.toReversed()
}
const ways = [
  'by keys, for an admin',
  'in order, for an admin',
  'by keys, for a manager',
  'in order, for a manager',
  'all, for a manager',
] as const
type Way = (typeof ways)[number]

const isOfManager = (row: LogRow) => row.site_id === siteIds[0]
const keysOf = (rows: readonly LogRow[]) => rows.map(({ event, id }) => `${event} ${id}`)

it('finds the same entries by the keys of people and in the order of the log, in pages of both directions', async () => {
  const check = async (
    records: readonly Drawn[],
    isAdded: boolean,
    search: string,
    limit: number,
    way: Way,
    sizes: { first: number; most: number },
  ) => {
    await write(records)
    if (isAdded) await foldDeltas(here.test.database.db)
    await withScope(
      here.test.database.db,
      actor.scope,
      async (tx) => {
        const asked = { from: new Date(now.getTime() - (DAYS + 1) * DAY_MS).toISOString(), to: '2026-11-21' }
        const { question } = await readQuestion(tx, actor, asked, now)
        const whole = await walk(tx, actor, question, 'older', 1000, { first: 1000, most: 1000 })
        const terms = readSearch(search)
        const isFound = ({ person, mobile }: LogRow) =>
          matchesTerms(terms, { texts: [foldText(person)], phone: mobile })
        const seen = way.endsWith('manager') ? whole.filter(isOfManager) : whole
        const expected = way.startsWith('all') ? seen : seen.filter(isFound)
        const few = way.startsWith('by keys') ? 1000 : 0
        const meant = way.startsWith('all') ? undefined : await findPeople(tx, actor.clientId, search, few)
        const reader = way.endsWith('manager') ? manager : actor
        for (const direction of ['older', 'newer'] as const) {
          const found = await walk(tx, reader, { ...question, people: meant }, direction, limit, sizes)
          expect(keysOf(found)).toEqual(keysOf(expected))
        }
      },
      { readOnly: true, isolation: 'repeatable read', customPlans: true },
    )
  }
  const records = fc.array(drawn, { minLength: 1, maxLength: 16 })
  const search = fc.constantFrom(...searches)
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.boolean(),
      search,
      fc.integer({ min: 3, max: 7 }),
      fc.constantFrom(...ways),
      fc.record({ first: fc.integer({ min: 2, max: 8 }), most: fc.integer({ min: 5, max: 40 }) }),
      check,
    ),
    {
      numRuns: 15,
    },
  )
}, 120_000)
