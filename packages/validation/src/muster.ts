import { musterLimits } from './muster-limits.ts'

/**
 * What a mark says of a person.
 * - `safe`: a warden has seen the person
 * - `said_safe`: the person says so on the own pass; it does not count as seen
 * - `help_needed`, `help_given`
 * - `point`: at which muster point the person is
 * - `note`: free text
 * - `unlisted`: somebody who is on no list; the mark gives the name
 * - `undone`: takes back the marks that it names
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

/** What was marked, as a phone made it or as the server has stored it. A mark is never changed. */
export interface Mark {
  /** A UUIDv7 of the phone. */
  id: string
  person_id: string
  state: MarkState
  /** When it was made, by the server's clock as far as the phone knew it. */
  at: string
  /** The user who made it; null for the person in question. */
  by: string | null
  /** The earlier marks of the person that it takes back, settles or replaces. A phone can only name marks that it has seen. */
  targets: readonly string[]
  point_id: string | null
  /** The note, or the name of somebody unlisted; otherwise empty. */
  text: string
  /** When the server stored it; null on the phone that made it, until then. */
  received_at: string | null
  /** It came from somebody who was no warden of the site any more, or is of a time before the muster. */
  is_flagged: boolean
}

export type Marks = ReadonlyMap<string, Mark>

export const noMarks: Marks = new Map()

/**
 * The marks of both. It is commutative, associative and idempotent, so every order and every repetition leads to the same
 * marks. Of two copies of a mark the greater one is kept: the server's, which has the corrected time.
 */
export function uniteMarks(one: Marks, other: Iterable<Mark>): Marks {
  const all = new Map(one)
  for (const mark of other) {
    const known = all.get(mark.id)
    if (!known || compareCopies(known, mark) < 0) all.set(mark.id, mark)
  }
  return all
}

/** A total order of the copies of one mark. Only a forged id has copies that say different things. */
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
  /** The first call for help that nobody has answered. */
  helpNeeded: Mark | null
  helpGiven: Mark | null
  point: Mark | null
  notes: readonly Mark[]
  unlisted: Mark | null
  /** Somebody unlisted was taken off again, and nothing else stands of them. */
  isWithdrawn: boolean
  /** What is flagged, and does not count. */
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

/** What is flagged and stands: what does not count, and what counts whoever made it, because it raises an alarm. */
export const allFlagged = ({ flagged, unlisted, helpNeeded, notes }: PersonMarks): readonly Mark[] => [
  ...flagged,
  ...[unlisted, helpNeeded, ...notes].flatMap((mark) => (mark?.is_flagged ? [mark] : [])),
]

/** What may raise an alarm counts from everybody. What may end one counts from wardens only. */
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

/** Which states a mark ends where it names them. A mark that ends none has no effect on others. */
const endedBy: Partial<Record<MarkState, readonly MarkState[]>> = {
  undone: ['safe', 'help_needed', 'help_given', 'point', 'note', 'unlisted'],
  help_given: ['help_needed'],
  point: ['point'],
}

/** What the marks say of each person. It depends on the marks alone, not on the order in which they arrived. */
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
 * Whether what a phone marked in a muster of its own, which it started without a network, is older than the muster that it reached. Whoever was
 * seen then may have gone back. Times in milliseconds.
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
 * @param taken which states an undo takes back
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

/** By their times; at the same time by their ids. */
function compareMarks(one: Mark, other: Mark): number {
  return compareTexts(one.at, other.at) || compareTexts(one.id, other.id)
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Somebody on the roll of a muster, as far as the figures need them. */
export interface Counted {
  id: string
  dependents: number
  /** The person had left before the muster began, and stands apart. */
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
 * Whether somebody who is not on the roll stands on the list all the same: somebody added by name, and somebody of whom a mark stands though
 * the server did not know them.
 */
export function isBesideRoll(known: PersonMarks): boolean {
  const { safe, saidSafe, helpNeeded, helpGiven, point, notes, unlisted, isWithdrawn } = known
  if (unlisted) return !isWithdrawn
  return [safe, saidSafe, helpNeeded, helpGiven, point].some(Boolean) || notes.length > 0
}

/** Whether nothing but what does not count was marked of somebody who is not on the roll. They are shown apart, and not counted. */
export const isOnlyFlagged = (known: PersonMarks): boolean =>
  known.flagged.length > 0 && !known.unlisted && !isBesideRoll(known)

/** Counts people with their dependants, who are safe with the person whom they came with. */
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
