import {
  type Counted,
  countMuster,
  type Mark,
  type MusterCount,
  noMarks,
  type PersonMarks,
  readMarks,
  uniteMarks,
} from '@gatehouse/validation/muster'
import { and, eq, or } from 'drizzle-orm'
import { isOneOf } from '../../db/sql-values.ts'
import { readValuesInParts } from '../../db/open-export.ts'
import { musterRoll } from '../../db/schema/musters.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { takeParts } from '../../lib/take-turns.ts'
import { type MusterKey, type MusterRow, readMarksInOrder } from './queries.ts'

/** How many people and marks are processed before other requests run. */
const PART_PEOPLE = 100
const PART_MARKS = 2000

/**
 * `readMarks` of all marks, yielding to other requests. It can be split, because the result for a
 * person depends only on the marks of that person.
 * @param inOrder the marks in the order in which they were made
 */
export async function readMarksInTurns(inOrder: readonly Mark[]): Promise<Map<string, PersonMarks>> {
  const byPerson = new Map<string, Mark[]>()
  for await (const part of takeParts(inOrder, PART_MARKS))
    for (const mark of part) {
      const own = byPerson.get(mark.person_id)
      if (own) own.push(mark)
      else byPerson.set(mark.person_id, [mark])
    }
  const people = new Map<string, PersonMarks>()
  for await (const part of takeParts([...byPerson], PART_PEOPLE))
    for (const [id, own] of part) {
      const known = readMarks(uniteMarks(noMarks, own)).get(id)
      if (known) people.set(id, known)
    }
  return people
}

/** `countMuster`, yielding to other requests. */
export async function countInTurns(
  roll: readonly Counted[],
  marked: ReadonlyMap<string, PersonMarks>,
): Promise<MusterCount> {
  const sum = { safe: 0, missing: 0, total: 0, help: 0 }
  const add = (people: readonly Counted[], of: ReadonlyMap<string, PersonMarks>) => {
    const count = countMuster(people, of)
    for (const key of ['safe', 'missing', 'total', 'help'] as const) sum[key] += count[key]
  }
  const besideRoll = new Map(marked)
  for await (const part of takeParts(roll, PART_PEOPLE)) {
    const own = new Map<string, PersonMarks>()
    for (const { id } of part) {
      const known = besideRoll.get(id)
      if (!known) continue
      own.set(id, known)
      besideRoll.delete(id)
    }
    add(part, own)
  }
  add([], besideRoll)
  return sum
}

/** The figures of a muster that is over. */
export async function countAtEnd(tx: Transaction, muster: MusterKey): Promise<Omit<MusterCount, 'help'>> {
  const { personId, dependents, hadLeft, clientId, musterId } = musterRoll
  const query = tx
    .select({ personId, dependents, hadLeft })
    .from(musterRoll)
    .where(and(eq(clientId, muster.clientId), eq(musterId, muster.id)))
  const roll: Counted[] = []
  for await (const rows of readValuesInParts<[string, number, boolean]>(tx, query))
    for (const [id, people, left] of rows) roll.push({ id, dependents: people, had_left: left })
  const { help: _, ...counts } = await countInTurns(
    roll,
    await readMarksInTurns(await readMarksInOrder(tx, muster)),
  )
  return counts
}

interface LateMarks {
  /** The people whom the marks are about. */
  personIds: readonly string[]
  /** The marks that were not stored before. */
  added: ReadonlySet<string>
  /** The version of the marks, and of people whom they added to the roll. */
  version: number
}

/** The figures of an ended muster after late marks. Reads only the data of the marked people. */
export async function countLate(
  tx: Transaction,
  muster: MusterRow,
  { personIds, added, version }: LateMarks,
): Promise<Pick<MusterRow, 'safe' | 'missing' | 'total'>> {
  const { clientId, musterId } = musterRoll
  const people = await tx
    .select({
      id: musterRoll.personId,
      dependents: musterRoll.dependents,
      had_left: musterRoll.hadLeft,
      version: musterRoll.version,
    })
    .from(musterRoll)
    .where(
      and(
        eq(clientId, muster.clientId),
        eq(musterId, muster.id),
        or(isOneOf(musterRoll.personId, personIds), eq(musterRoll.version, version)),
      ),
    )
  const ids = [...new Set([...personIds, ...people.map(({ id }) => id)])]
  const marks = await readMarksInOrder(tx, muster, ids)
  const after = await countInTurns(people, await readMarksInTurns(marks))
  const before = await countInTurns(
    people.filter((person) => person.version !== version),
    await readMarksInTurns(marks.filter(({ id }) => !added.has(id))),
  )
  const changed = (key: 'safe' | 'missing' | 'total') => (muster[key] ?? 0) + after[key] - before[key]
  return { safe: changed('safe'), missing: changed('missing'), total: changed('total') }
}
