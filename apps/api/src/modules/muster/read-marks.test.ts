import {
  type Counted,
  countMuster,
  type Mark,
  markStates,
  noMarks,
  readMarks,
  uniteMarks,
} from '@gatehouse/validation/muster'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { countInTurns, readMarksInTurns } from './read-marks.ts'

/** Marks of few people, which name each other often, and also those of others. */
const marks = fc
  .array(
    fc.record({
      person: fc.nat(4),
      state: fc.constantFrom(...markStates),
      minute: fc.nat(9),
      targets: fc.array(fc.nat(29), { maxLength: 3 }),
      isFlagged: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((drawn) =>
    drawn.map(({ person, state, minute, targets, isFlagged }, at): Mark => ({
      id: idOf(at),
      person_id: `person ${person}`,
      state,
      at: `2026-11-20T03:5${minute}:00.000Z`,
      by: 'warden',
      targets: targets.map(idOf),
      point_id: null,
      text: '',
      received_at: '2026-11-20T04:00:00.000Z',
      is_flagged: isFlagged,
    })),
  )
const idOf = (at: number) => `mark ${String(at).padStart(2, '0')}`
const inOrder = (all: readonly Mark[]) =>
  all.toSorted((one, other) => (one.at + one.id < other.at + other.id ? -1 : 1))

it('marks that are read in turns say the same of the same people', async () => {
  await fc.assert(
    fc.asyncProperty(marks, async (all) => {
      expect(await readMarksInTurns(inOrder(all))).toEqual(readMarks(uniteMarks(noMarks, all)))
    }),
    { numRuns: runs(3000) },
  )
})

/** Some of the people, and others of whom nothing is marked. */
const roll = fc
  .uniqueArray(fc.record({ person: fc.nat(9), dependents: fc.nat(3), hadLeft: fc.boolean() }), {
    maxLength: 8,
    selector: ({ person }) => person,
  })
  .map((drawn) =>
    drawn.map(({ person, dependents, hadLeft }): Counted => {
      return { id: `person ${person}`, dependents, had_left: hadLeft }
    }),
  )
const many = Array.from({ length: 250 }, (_, at): Counted => {
  return { id: `other ${at}`, dependents: at % 3, had_left: at % 5 === 0 }
})

it('people who are counted in turns are as many', async () => {
  await fc.assert(
    fc.asyncProperty(marks, roll, fc.boolean(), async (all, listed, isLong) => {
      const people = isLong ? [...many, ...listed] : listed
      const marked = readMarks(uniteMarks(noMarks, all))
      expect(await countInTurns(people, marked)).toEqual(countMuster(people, marked))
    }),
    { numRuns: runs(1000) },
  )
})
