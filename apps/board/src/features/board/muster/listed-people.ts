import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { RollEntry } from '@gatehouse/validation/endpoints/musters'
import {
  isBesideRoll,
  isOnlyFlagged,
  type Mark,
  type PersonMarks,
  unmarked,
} from '@gatehouse/validation/muster'

export const musterFilters = ['missing', 'safe', 'help', 'all'] as const
export type MusterFilter = (typeof musterFilters)[number]

/** A person in a muster, in the form that the board's grid shows. */
export interface ListedPerson extends BoardPerson {
  entry: RollEntry | undefined
}

/** Whether a person of the grid belongs to a muster. */
export function isListed(person: BoardPerson): person is ListedPerson {
  return 'entry' in person
}

/**
 * The people of a muster, sorted by name.
 * - `counted`: on the roll or unlisted, and counted
 * - `left`: had left and are not counted; people checked out by another phone come first
 * - `departed`: all who had left, counted or not
 * - `apart`: not on the roll, with only flagged marks that do not count
 * - `withdrawn`: unlisted people who were removed again
 */
export function listPeople(
  roll: readonly RollEntry[],
  marked: ReadonlyMap<string, PersonMarks>,
): Record<'counted' | 'left' | 'departed' | 'apart' | 'withdrawn', ListedPerson[]> {
  const listed = new Set(roll.map(({ id }) => id))
  const unlisted = [...marked].flatMap(([id, known]) =>
    listed.has(id) || !(known.unlisted || isBesideRoll(known))
      ? []
      : [{ person: toUnlisted(id, known), isWithdrawn: known.isWithdrawn }],
  )
  const isBack = (entry: RollEntry) => isBackAfterLeaving(entry, marked)
  const counted = roll.filter((entry) => !entry.had_left || isBack(entry)).map(toPerson)
  const departed = roll
    .filter((entry) => entry.had_left)
    .toSorted((one, other) => Number(other.left_by_other_phone) - Number(one.left_by_other_phone))
  const present = unlisted.filter(({ isWithdrawn }) => !isWithdrawn).map(({ person }) => person)
  return {
    counted: mergeByName(counted, present),
    left: departed.filter((entry) => !isBack(entry)).map(toPerson),
    departed: departed.map(toPerson),
    apart: [...marked].flatMap(([id, known]) =>
      !listed.has(id) && isOnlyFlagged(known) ? [toUnlisted(id, known)] : [],
    ),
    withdrawn: unlisted.filter(({ isWithdrawn }) => isWithdrawn).map(({ person }) => person),
  }
}

const collator = new Intl.Collator('und', { numeric: true })
const compareNames = (one: ListedPerson, other: ListedPerson) =>
  collator.compare(one.lastName, other.lastName) || collator.compare(one.firstName, other.firstName)

/** Merges people into a sorted list. */
function mergeByName(sorted: ListedPerson[], added: ListedPerson[]): ListedPerson[] {
  if (added.length === 0) return sorted
  const merged: ListedPerson[] = []
  const rest = added.toSorted(compareNames)
  for (const person of sorted) {
    while (rest[0] && compareNames(rest[0], person) < 0) merged.push(...rest.splice(0, 1))
    merged.push(person)
  }
  return [...merged, ...rest]
}

/** Whether a person who had left was seen or needs help, and is therefore counted. */
export function isBackAfterLeaving(
  { id }: { id: string },
  marked: ReadonlyMap<string, PersonMarks>,
): boolean {
  const { safe, helpNeeded } = marked.get(id) ?? unmarked
  return safe !== null || helpNeeded !== null
}

/** The order in wall mode: people who need help, missing people, people who were seen. */
export function missingFirst(
  people: readonly ListedPerson[],
  marked: ReadonlyMap<string, PersonMarks>,
): ListedPerson[] {
  const rank = ({ id }: ListedPerson) => {
    const { safe, helpNeeded } = marked.get(id) ?? unmarked
    return helpNeeded ? 0 : safe ? 2 : 1
  }
  return [...people].sort((one, other) => rank(one) - rank(other))
}

export function isShown(filter: MusterFilter, { safe, helpNeeded }: PersonMarks): boolean {
  if (filter === 'all') return true
  if (filter === 'help') return helpNeeded !== null
  // A person who needs help stays listed, seen or not.
  return filter === 'safe' ? safe !== null : safe === null || helpNeeded !== null
}

/** The same object for the same entry or mark, so that its card is not rendered again. */
const persons = new WeakMap<RollEntry | Mark | PersonMarks, ListedPerson>()

function toPerson(entry: RollEntry): ListedPerson {
  const person = persons.get(entry) ?? {
    ...nobody,
    id: entry.id,
    kind: entry.kind,
    firstName: entry.first_name,
    lastName: entry.last_name,
    role: entry.role,
    empNo: entry.employee_number,
    logDate: entry.signed_in_at,
    tel: entry.tel,
    telMasked: entry.tel_masked,
    phoneExt: entry.phone_extension,
    hasPhoto: entry.has_photo,
    dependents: entry.dependents,
    host: null,
    entry,
  }
  persons.set(entry, person)
  return person
}

/** A person unknown to the server too has no name. */
function toUnlisted(id: string, known: PersonMarks): ListedPerson {
  const key = known.unlisted ?? known
  const person = persons.get(key) ?? { ...nobody, id, lastName: known.unlisted?.text ?? '' }
  persons.set(key, person)
  return person
}

const nobody: ListedPerson = {
  id: '',
  kind: 'visitor',
  firstName: '',
  lastName: '',
  role: null,
  empNo: null,
  checkedIn: true,
  logDate: null,
  tel: null,
  telMasked: false,
  phoneExt: null,
  hasPhoto: false,
  dependents: 0,
  host: null,
  entry: undefined,
}
