import {
  type Counted,
  countMuster,
  findEnded,
  type Mark,
  type MusterCount,
  noMarks,
  type PersonMarks,
  readMarks,
  uniteMarks,
} from '@gatehouse/validation/muster'
import { takeParts } from '../../lib/take-turns.ts'

/** So many people and marks are read without a turn of others. */
const PART_PEOPLE = 100
const PART_MARKS = 2000

/**
 * The same as `readMarks` of all, in the same order of people, while other requests run in between: what marks say of a person depends on the
 * marks of that person alone. @param inOrder the marks in the order in which they were made
 */
export async function readMarksInTurns(inOrder: readonly Mark[]): Promise<Map<string, PersonMarks>> {
  const byPerson = new Map<string, Mark[]>()
  for await (const part of takeParts(inOrder, PART_MARKS))
    for (const mark of part) {
      const own = byPerson.get(mark.person_id)
      if (own) own.push(mark)
      else byPerson.set(mark.person_id, [mark])
    }
  const flagged = new Map<Mark, PersonMarks>()
  const others = new Map<Mark, PersonMarks>()
  for await (const part of takeParts([...byPerson], PART_PEOPLE))
    for (const [id, own] of part) {
      const marks = uniteMarks(noMarks, own)
      const known = readMarks(marks).get(id)
      if (!known) continue
      const [first] = known.flagged
      if (first) {
        flagged.set(first, known)
        continue
      }
      const ended = findEnded(marks)
      const shown = own.find((mark) => mark.state === 'unlisted' || !ended.has(mark.id))
      if (shown) others.set(shown, known)
    }
  const people = new Map<string, PersonMarks>()
  // Whoever has marks that do not count comes first, at the first of them. The others come at the first mark that stands.
  for (const shownAt of [flagged, others])
    // oxlint-disable-next-line no-await-in-loop -- the second part follows the first
    for await (const part of takeParts(inOrder, PART_MARKS))
      for (const mark of part) {
        const known = shownAt.get(mark)
        if (known) people.set(mark.person_id, known)
      }
  return people
}

/** The same as `countMuster`, while other requests run in between. */
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
