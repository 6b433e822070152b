import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { RollEntry } from '@gatehouse/validation/endpoints/musters'
import { type Mark, type PersonMarks, unmarked } from '@gatehouse/validation/muster'

export const musterFilters = ['missing', 'safe', 'help', 'all'] as const
export type MusterFilter = (typeof musterFilters)[number]

/** Somebody in a muster, as the grid of the board shows people. */
export interface ListedPerson extends BoardPerson {
  entry: RollEntry | undefined
}

/** Whether somebody of a grid is somebody in a muster. */
export function isListed(person: BoardPerson): person is ListedPerson {
  return 'entry' in person
}

/** The people of a muster by name: those of the roll who are counted, those who are on no list, and those who had left. */
export function listPeople(
  roll: readonly RollEntry[],
  marked: ReadonlyMap<string, PersonMarks>,
): { counted: ListedPerson[]; left: ListedPerson[]; withdrawn: ListedPerson[] } {
  const listed = new Set(roll.map(({ id }) => id))
  const unlisted = [...marked].flatMap(([id, { unlisted: added, isWithdrawn }]) =>
    listed.has(id) || !added ? [] : [{ person: toUnlisted(id, added), isWithdrawn }],
  )
  const isBack = ({ id }: RollEntry) => {
    const { safe, helpNeeded } = marked.get(id) ?? unmarked
    return safe !== null || helpNeeded !== null
  }
  const counted = roll.filter((entry) => !entry.had_left || isBack(entry)).map(toPerson)
  const present = unlisted.filter(({ isWithdrawn }) => !isWithdrawn).map(({ person }) => person)
  return {
    counted: present.length === 0 ? counted : [...present, ...counted],
    left: roll.filter((entry) => entry.had_left && !isBack(entry)).map(toPerson),
    withdrawn: unlisted.filter(({ isWithdrawn }) => isWithdrawn).map(({ person }) => person),
  }
}

export function isShown(filter: MusterFilter, { safe, helpNeeded }: PersonMarks): boolean {
  if (filter === 'all') return true
  if (filter === 'help') return helpNeeded !== null
  // Whoever needs help is not done, seen or not.
  return filter === 'safe' ? safe !== null : safe === null || helpNeeded !== null
}

/** The same object for the same entry or mark, so that its card is not drawn anew. */
const persons = new WeakMap<RollEntry | Mark, ListedPerson>()

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

function toUnlisted(id: string, added: Mark): ListedPerson {
  const person = persons.get(added) ?? { ...nobody, id, lastName: added.text }
  persons.set(added, person)
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
