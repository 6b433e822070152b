import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countMuster,
  isBesideRoll,
  isOfBefore,
  isOnlyFlagged,
  type Mark,
  type Marks,
  type MarkState,
  markStates,
  noMarks,
  readMarks,
  targetsOf,
  uniteMarks,
  unmarked,
} from './muster.ts'

const RUNS = 200
/** Of five phones: some three seconds. */
const SIMULATIONS = 1000

let lastId = 0
function newMark(personId: string, state: MarkState, more: Partial<Mark> = {}): Mark {
  lastId += 1
  return {
    id: `mark-${String(lastId).padStart(9, '0')}`,
    person_id: personId,
    state,
    at: '2026-11-20T03:04:05.678Z',
    by: 'warden',
    targets: [],
    point_id: null,
    text: '',
    received_at: null,
    is_flagged: false,
    ...more,
  }
}

const of = (...marks: Mark[]): Marks => uniteMarks(noMarks, marks)
const about = (marks: Marks, personId = 'ana') => readMarks(marks).get(personId)

describe('the marks of a person', () => {
  it('are those of the first warden who has seen them', () => {
    const late = newMark('ana', 'safe', { at: '2026-11-20T03:06:00.000Z' })
    const early = newMark('ana', 'safe', { at: '2026-11-20T03:05:00.000Z', by: 'other' })
    expect(about(of(late, early))?.safe).toBe(early)
  })

  it('lose a tick that its own phone takes back', () => {
    const tick = newMark('ana', 'safe')
    const undo = newMark('ana', 'undone', { targets: targetsOf(of(tick), 'ana', 'undone') })
    expect(about(of(tick, undo))?.safe).toBeNull()
  })

  it('keep a tick that the phone of an undo had not seen', () => {
    const seen = newMark('ana', 'safe')
    const undo = newMark('ana', 'undone', { targets: targetsOf(of(seen), 'ana', 'undone') })
    const unseen = newMark('ana', 'safe', { at: '2026-11-20T03:00:00.000Z' })
    expect(about(of(seen, undo, unseen))?.safe).toBe(unseen)
  })

  it('cannot be undone by a mark of somebody else', () => {
    const tick = newMark('ana', 'safe')
    const undo = newMark('bo', 'undone', { targets: [tick.id] })
    expect(about(of(tick, undo))?.safe).toBe(tick)
  })

  it('ask for help until it is given, and again when somebody asks anew', () => {
    const first = newMark('ana', 'help_needed')
    const given = newMark('ana', 'help_given', { targets: [first.id] })
    expect(about(of(first))).toMatchObject({ helpNeeded: first, safe: null })
    expect(about(of(first, given))).toMatchObject({ helpNeeded: null, helpGiven: given })
    const again = newMark('ana', 'help_needed')
    expect(about(of(first, given, again))?.helpNeeded).toBe(again)
  })

  it('name the last muster point', () => {
    const lawn = newMark('ana', 'point', { point_id: 'lawn' })
    const gate = newMark('ana', 'point', { point_id: 'gate', at: '2026-11-20T01:00:00.000Z' })
    expect(about(of(lawn, gate))?.point).toBe(lawn)
    const moved = { ...gate, targets: [lawn.id] }
    expect(about(of(lawn, moved))?.point).toBe(moved)
  })

  it('do not count somebody as seen who says to be safe', () => {
    const said = newMark('ana', 'said_safe', { by: null })
    const known = about(of(said))
    expect(known).toMatchObject({ saidSafe: said, safe: null })
    expect(countMuster([{ id: 'ana', dependents: 2, had_left: false }], readMarks(of(said)))).toEqual({
      safe: 0,
      missing: 3,
      total: 3,
      help: 0,
    })
  })

  it('of somebody who was not logged in as a warden raise an alarm, and end none', () => {
    const flagged = { is_flagged: true, received_at: '2026-11-20T04:00:00.000Z' }
    const tick = newMark('ana', 'safe', flagged)
    const help = newMark('ana', 'help_needed', flagged)
    const given = newMark('ana', 'help_given', { ...flagged, targets: [help.id] })
    expect(about(of(tick, help, given))).toMatchObject({
      safe: null,
      helpNeeded: help,
      helpGiven: null,
      flagged: [tick, given],
    })
  })

  it('tell that somebody unlisted was taken off again, unless somebody has seen them', () => {
    const added = newMark('x', 'unlisted', { text: 'A driver' })
    const undo = newMark('x', 'undone', { targets: [added.id] })
    expect(about(of(added), 'x')).toMatchObject({ unlisted: added, isWithdrawn: false })
    expect(about(of(added, undo), 'x')).toMatchObject({ unlisted: added, isWithdrawn: true })
    expect(countMuster([], readMarks(of(added, undo)))).toMatchObject({ total: 0 })
    const seen = newMark('x', 'safe')
    expect(about(of(added, undo, seen), 'x')?.isWithdrawn).toBe(false)
    expect(countMuster([], readMarks(of(added, undo, seen)))).toMatchObject({ safe: 1, total: 1 })
  })
})

it('is of before a muster where it is half an hour older', () => {
  const halfAnHour = 30 * 60_000
  expect([-1, 0, 1].map((more) => isOfBefore(more, halfAnHour))).toEqual([true, false, false])
})

describe('the figures', () => {
  it('count dependants with the person, and leave out who had left before', () => {
    const roll = [
      { id: 'ana', dependents: 2, had_left: false },
      { id: 'bo', dependents: 0, had_left: false },
      { id: 'cy', dependents: 1, had_left: true },
    ]
    const marks = of(newMark('ana', 'safe'), newMark('x', 'unlisted', { text: 'A driver' }))
    expect(countMuster(roll, readMarks(marks))).toEqual({ safe: 3, missing: 2, total: 5, help: 0 })
    const back = uniteMarks(marks, [newMark('cy', 'help_needed')])
    expect(countMuster(roll, readMarks(back))).toEqual({ safe: 3, missing: 4, total: 7, help: 1 })
  })
})

describe('somebody who is not on the roll', () => {
  it('is counted as long as any mark of them stands', () => {
    const tick = newMark('x', 'safe')
    const undo = newMark('x', 'undone', { targets: [tick.id] })
    expect(countMuster([], readMarks(of(tick)))).toMatchObject({ safe: 1, total: 1 })
    expect(countMuster([], readMarks(of(tick, undo)))).toMatchObject({ total: 0 })
    const help = newMark('x', 'help_needed')
    expect(countMuster([], readMarks(of(tick, undo, help)))).toMatchObject({ missing: 1, help: 1 })
  })

  it('stands apart, and is not counted, where all that is known of them is flagged and ends an alarm', () => {
    const flagged = newMark('x', 'safe', { is_flagged: true })
    const known = readMarks(of(flagged))
    expect(countMuster([], known)).toMatchObject({ missing: 0, total: 0 })
    expect(isOnlyFlagged(known.get('x') ?? unmarked)).toBe(true)
    const help = readMarks(of(flagged, newMark('x', 'help_needed', { is_flagged: true })))
    expect(countMuster([], help)).toMatchObject({ missing: 1, help: 1 })
    expect(isOnlyFlagged(help.get('x') ?? unmarked)).toBe(false)
  })
})

const personId = fc.constantFrom('ana', 'bo', 'cy')

/** Marks that may name each other, copies of one of them included. */
const someMarks = fc
  .array(
    fc.record({
      id: fc.integer({ min: 0, max: 30 }).map((n) => `mark-${n}`),
      person_id: personId,
      state: fc.constantFrom(...markStates),
      at: fc.integer({ min: 0, max: 9 }).map((n) => `2026-11-20T03:04:0${n}.000Z`),
      by: fc.constantFrom('warden', 'other', null),
      targets: fc.array(
        fc.integer({ min: 0, max: 30 }).map((n) => `mark-${n}`),
        { maxLength: 4 },
      ),
      point_id: fc.constantFrom(null, 'lawn', 'gate'),
      text: fc.constantFrom('', 'A driver'),
      received_at: fc.constantFrom(null, '2026-11-20T04:00:00.000Z'),
      is_flagged: fc.boolean(),
    }),
    { maxLength: 25 },
  )
  .map((marks) => uniteMarks(noMarks, marks))

const union = (one: Marks, other: Marks) => uniteMarks(one, other.values())
const sorted = (marks: Marks) => [...marks.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))

describe('the union', () => {
  it('is commutative, associative and idempotent, also with copies that differ', () => {
    fc.assert(
      fc.property(someMarks, someMarks, someMarks, (one, two, three) => {
        expect(sorted(union(one, two))).toEqual(sorted(union(two, one)))
        expect(sorted(union(union(one, two), three))).toEqual(sorted(union(one, union(two, three))))
        expect(sorted(union(one, one))).toEqual(sorted(one))
      }),
      { numRuns: RUNS },
    )
  })

  it('is read alike, in whatever order the marks arrived', () => {
    const shuffled = someMarks.chain((marks) =>
      fc.tuple(
        fc.constant(marks),
        fc.shuffledSubarray([...marks.values()], { minLength: marks.size, maxLength: marks.size }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([marks, order]) => {
        expect(readMarks(uniteMarks(noMarks, order))).toEqual(readMarks(marks))
      }),
      { numRuns: RUNS },
    )
  })

  it('has the same figures with whatever is flagged and ends an alarm, of whomever', () => {
    const flagged = someMarks.map((marks) =>
      [...marks.values()].map(({ id, person_id, text, targets }) =>
        newMark(text === '' ? person_id : 'unknown', 'safe', {
          id: `flagged ${id}`,
          state: (['safe', 'help_given', 'point', 'undone'] as const)[targets.length % 4] ?? 'safe',
          targets,
          is_flagged: true,
        }),
      ),
    )
    fc.assert(
      fc.property(someMarks, flagged, (marks, late) => {
        const before = readMarks(marks)
        const after = readMarks(uniteMarks(marks, late))
        for (const roll of [[], [{ id: 'ana', dependents: 1, had_left: false }]])
          expect(countMuster(roll, after)).toEqual(countMuster(roll, before))
        // All of them are listed.
        for (const { person_id } of late) {
          const known = after.get(person_id) ?? unmarked
          expect(isBesideRoll(known) || isOnlyFlagged(known) || known.isWithdrawn).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('unticks nobody but by an undo that names the tick', () => {
    fc.assert(
      fc.property(someMarks, someMarks, (mine, theirs) => {
        const united = uniteMarks(mine, theirs.values())
        const after = readMarks(united)
        for (const [id, { safe }] of readMarks(mine)) {
          // A copy with other content is another mark under a forged id.
          if (!safe || after.get(id)?.safe || united.get(safe.id) !== safe) continue
          const undone = [...theirs.values()].filter(({ state }) => state === 'undone')
          expect(undone.flatMap(({ targets }) => targets)).toContain(safe.id)
        }
      }),
      { numRuns: RUNS },
    )
  })
})

interface Phone {
  marks: Marks
  isOnline: boolean
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      phone: fc.nat(4),
      person: personId,
      state: fc.constantFrom<MarkState>('safe', 'undone', 'help_needed', 'help_given', 'point', 'note'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cut' as const), phone: fc.nat(4) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      phone: fc.nat(4),
      /** How much of it gets through, each way, and in which order. */
      sent: fc.double({ min: 0, max: 1, noNaN: true }),
      answered: fc.double({ min: 0, max: 1, noNaN: true }),
      isReversed: fc.boolean(),
    }),
  },
)

describe('five phones in one muster', () => {
  it('agree when their networks are back, and no mark is lost', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 80 }), (steps) => {
        const phones: Phone[] = Array.from({ length: 5 }, () => ({ marks: noMarks, isOnline: true }))
        const made: Mark[] = []
        const living = new Map<string, Set<string>>()
        let server = noMarks
        const part = (marks: Marks, share: number, isReversed: boolean) => {
          const list = [...marks.values()]
          if (isReversed) list.reverse()
          return list.slice(0, Math.round(list.length * share))
        }

        for (const now of steps) {
          const phone = phones[now.phone]
          if (!phone) throw new Error('There are five phones')
          if (now.kind === 'cut') phone.isOnline = !phone.isOnline
          else if (now.kind === 'mark') {
            const mark = newMark(now.person, now.state, {
              targets: targetsOf(phone.marks, now.person, now.state),
              // Clocks may be wrong: nothing but the order of texts depends on them.
              at: `2026-11-20T0${now.phone}:00:00.000Z`,
            })
            made.push(mark)
            phone.marks = uniteMarks(phone.marks, [mark])
            const ticks = living.get(now.person) ?? new Set()
            living.set(now.person, ticks)
            if (now.state === 'safe') ticks.add(mark.id)
            if (now.state === 'undone') for (const id of mark.targets) ticks.delete(id)
          } else if (phone.isOnline) {
            server = uniteMarks(server, part(phone.marks, now.sent, now.isReversed))
            phone.marks = uniteMarks(phone.marks, part(server, now.answered, now.isReversed))
          }
        }
        for (const phone of phones) server = uniteMarks(server, phone.marks.values())
        for (const phone of phones) phone.marks = uniteMarks(phone.marks, server.values())

        expect([...server.keys()].toSorted()).toEqual(made.map(({ id }) => id).toSorted())
        for (const { marks } of phones) {
          expect(sorted(marks)).toEqual(sorted(server))
          expect(readMarks(marks)).toEqual(readMarks(server))
        }
        const read = readMarks(server)
        for (const [id, ticks] of living) expect(Boolean(read.get(id)?.safe)).toBe(ticks.size > 0)
        // Whatever roll the server has: no person whom a phone has marked drops out of the figures.
        for (const roll of [[], [{ id: 'ana', dependents: 1, had_left: true }]]) {
          const { total, help, safe } = countMuster(roll, read)
          const asking = [...read.values()].filter(({ helpNeeded }) => helpNeeded).length
          const seen = [...read.values()].filter((known) => known.safe).length
          expect(help).toBe(asking)
          expect(safe).toBeGreaterThanOrEqual(seen)
          expect(total).toBeGreaterThanOrEqual([...read.values()].filter(isBesideRoll).length - roll.length)
        }
      }),
      { numRuns: SIMULATIONS },
    )
  })
})
