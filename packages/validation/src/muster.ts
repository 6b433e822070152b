import { musterLimits } from './muster-limits.ts'

/**
 * What a mark says about a person.
 * - `safe`: a warden has seen the person
 * - `said_safe`: the person reported it on their own pass; it does not count as seen
 * - `help_needed`, `help_given`
 * - `point`: the muster point where the person is
 * - `note`: free text
 * - `unlisted`: a person who is not on the list; the mark gives the name
 * - `undone`: undoes the marks that it names
 */
export const markStates = [
  'safe',
  'said_safe',
  'help_needed',
  'help_given',
  'point',
  'note',
  'unlisted',
  'undone',
] as const
export type MarkState = (typeof markStates)[number]

/** A mark as a phone made it or as the server stored it. It is immutable. */
export interface Mark {
  /** A UUIDv7 generated on the phone. */
  id: string
  person_id: string
  state: MarkState
  /** When it was made, by the server's clock as far as the phone knew it. */
  at: string
  /** The user who made it; null for the person themselves. */
  by: string | null
  /** The person's earlier marks that it undoes, settles or replaces: those the phone had seen. */
  targets: readonly string[]
  point_id: string | null
  /** The note, or the name of an unlisted person; otherwise empty. */
  text: string
  /** When the server stored it; null on the phone that made it, until then. */
  received_at: string | null
  /** Its author was no longer a warden of the site, or it predates the muster. */
  is_flagged: boolean
}

export type Marks = ReadonlyMap<string, Mark>

export const noMarks: Marks = new Map()

/**
 * The union of both. It is commutative, associative and idempotent, so order and repetition don't
 * matter. Of two copies of a mark the greater one is kept: the server's, with the corrected time.
 */
export function uniteMarks(one: Marks, other: Iterable<Mark>): Marks {
  const all = new Map(one)
  for (const mark of other) {
    const known = all.get(mark.id)
    if (!known || compareCopies(known, mark) < 0) all.set(mark.id, mark)
  }
  return all
}

/** A total order of the copies of one mark. Only a forged id has copies with different content. */
function compareCopies(one: Mark, other: Mark): number {
  const [first, second] = [one, other].map((mark) =>
    [
      mark.received_at === null ? 0 : 1,
      mark.received_at,
      mark.is_flagged ? 1 : 0,
      mark.person_id,
      mark.state,
      mark.at,
      mark.by,
      mark.targets.join(' '),
      mark.point_id,
      mark.text,
    ].map(String),
  )
  return compareTexts(JSON.stringify(first), JSON.stringify(second))
}

export interface PersonMarks {
  /** The first mark by which a warden has seen the person; null while the person is missing. */
  safe: Mark | null
  saidSafe: Mark | null
  /** The first unanswered call for help. */
  helpNeeded: Mark | null
  helpGiven: Mark | null
  point: Mark | null
  notes: readonly Mark[]
  unlisted: Mark | null
  /** An unlisted person was removed again, and no other mark about them is in effect. */
  isWithdrawn: boolean
  /** The flagged marks that do not count. */
  flagged: readonly Mark[]
}

export const unmarked: PersonMarks = {
  safe: null,
  saidSafe: null,
  helpNeeded: null,
  helpGiven: null,
  point: null,
  notes: [],
  unlisted: null,
  isWithdrawn: false,
  flagged: [],
}

/** All flagged marks in effect: those that don't count, and those that raise an alarm. */
export const allFlagged = ({ flagged, unlisted, helpNeeded, notes }: PersonMarks): readonly Mark[] => [
  ...flagged,
  ...[unlisted, helpNeeded, ...notes].flatMap((mark) => (mark?.is_flagged ? [mark] : [])),
]

/** What may raise an alarm counts from anyone. What may end one counts from wardens only. */
const countsWhenFlagged: Record<MarkState, boolean> = {
  safe: false,
  said_safe: true,
  help_needed: true,
  help_given: false,
  point: false,
  note: true,
  unlisted: true,
  undone: false,
}

/** Which states a mark ends where it names them. Other marks have no effect on others. */
const endedBy: Partial<Record<MarkState, readonly MarkState[]>> = {
  undone: ['safe', 'help_needed', 'help_given', 'point', 'note', 'unlisted'],
  help_given: ['help_needed'],
  point: ['point'],
}

/** What the marks say about each person, whatever their order of arrival. */
export function readMarks(marks: Marks): ReadonlyMap<string, PersonMarks> {
  const inOrder = [...marks.values()].sort(compareMarks)
  const counted = inOrder.filter(isCounted)
  const ended = findEnded(marks)
  const people = new Map<string, KnownMarks>()
  const known = ({ person_id }: Mark): KnownMarks => {
    const found = people.get(person_id) ?? { ...unmarked, notes: [], flagged: [] }
    people.set(person_id, found)
    return found
  }
  for (const mark of inOrder) if (!isCounted(mark)) known(mark).flagged.push(mark)
  const added = new Set<string>()
  for (const mark of counted) {
    if (mark.state === 'unlisted') {
      known(mark).unlisted ??= mark
      if (!ended.has(mark.id)) added.add(mark.person_id)
    } else if (!ended.has(mark.id)) readMark(known(mark), mark)
  }
  for (const [id, person] of people)
    if (person.unlisted && !added.has(id) && !person.safe && !person.helpNeeded) person.isWithdrawn = true
  return people
}

type KnownMarks = { -readonly [Key in keyof PersonMarks]: PersonMarks[Key] } & {
  notes: Mark[]
  flagged: Mark[]
}

function readMark(known: KnownMarks, mark: Mark): void {
  switch (mark.state) {
    case 'safe':
      known.safe ??= mark
      break
    case 'said_safe':
      known.saidSafe ??= mark
      break
    case 'help_needed':
      known.helpNeeded ??= mark
      break
    case 'help_given':
      known.helpGiven = mark
      break
    case 'point':
      known.point = mark
      break
    case 'note':
      known.notes.push(mark)
      break
    case 'unlisted':
    case 'undone':
  }
}

/**
 * Whether a mark in a muster that a phone started without a network predates the muster that it
 * reached: the person seen then may have gone back. Times in milliseconds.
 */
export const isOfBefore = (madeAt: number, startedAt: number): boolean =>
  madeAt < startedAt - musterLimits.leftMinutes * 60_000

export const isCounted = ({ state, is_flagged }: Mark) => !is_flagged || countsWhenFlagged[state]

/** The ids of the marks that others have ended. */
export function findEnded(marks: Marks): Set<string> {
  const ended = new Set<string>()
  for (const mark of marks.values()) {
    if (!isCounted(mark)) continue
    for (const id of mark.targets) {
      const target = marks.get(id)
      if (target?.person_id === mark.person_id && endedBy[mark.state]?.includes(target.state)) ended.add(id)
    }
  }
  return ended
}

/**
 * The marks of a person that a new mark ends: all that this phone has seen, and no others.
 * @param taken the states that an undo reverts
 */
export function targetsOf(
  marks: Marks,
  personId: string,
  state: MarkState,
  taken: readonly MarkState[] = endedBy[state] ?? [],
): string[] {
  const ended = findEnded(marks)
  return [...marks.values()]
    .filter((mark) => mark.person_id === personId && taken.includes(mark.state) && !ended.has(mark.id))
    .sort(compareMarks)
    .map(({ id }) => id)
}

/** By time, then by id. */
function compareMarks(one: Mark, other: Mark): number {
  return compareTexts(one.at, other.at) || compareTexts(one.id, other.id)
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** A person on the roll of a muster, as far as the figures need. */
export interface Counted {
  id: string
  dependents: number
  /** The person had left before the muster began, and is listed separately. */
  had_left: boolean
}

export interface MusterCount {
  safe: number
  missing: number
  total: number
  /** How many of those ask for help. */
  help: number
}

/**
 * Whether a person outside the roll is listed all the same: one added by name, or one unknown to
 * the server with a mark in effect.
 */
export function isBesideRoll(known: PersonMarks): boolean {
  const { safe, saidSafe, helpNeeded, helpGiven, point, notes, unlisted, isWithdrawn } = known
  if (unlisted) return !isWithdrawn
  return [safe, saidSafe, helpNeeded, helpGiven, point].some(Boolean) || notes.length > 0
}

/** Whether a person outside the roll has only marks that don't count. They are listed apart. */
export const isOnlyFlagged = (known: PersonMarks): boolean =>
  known.flagged.length > 0 && !known.unlisted && !isBesideRoll(known)

/** Counts people with their dependants, who are safe with the person they came with. */
export function countMuster(roll: readonly Counted[], marked: ReadonlyMap<string, PersonMarks>): MusterCount {
  const count = { safe: 0, missing: 0, total: 0, help: 0 }
  const add = (people: number, { safe, helpNeeded }: PersonMarks) => {
    count.total += people
    count[safe ? 'safe' : 'missing'] += people
    if (helpNeeded) count.help += 1
  }
  const listed = new Set(roll.map(({ id }) => id))
  for (const { id, dependents, had_left } of roll) {
    const known = marked.get(id) ?? unmarked
    if (!had_left || known.safe || known.helpNeeded) add(1 + dependents, known)
  }
  for (const [id, known] of marked) if (!listed.has(id) && isBesideRoll(known)) add(1, known)
  return count
}
