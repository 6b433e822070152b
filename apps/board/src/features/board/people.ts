import type { BoardPerson } from '@gatehouse/validation/endpoints/board'

/** From this many people on, the board is grouped by letter and can be searched. */
export const GROUPED_ABOVE = 50

export interface LetterGroup {
  /** A letter of the alphabet without its accent, or `#` for whatever begins with none. */
  letter: string
  people: BoardPerson[]
}

/** People by last name, then first name, as the language sorts. */
export function sortPeople(people: readonly BoardPerson[], locale: string): BoardPerson[] {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true })
  return [...people].sort(
    (one, other) =>
      compare(one.lastName, other.lastName) ||
      compare(one.firstName, other.firstName) ||
      (one.id < other.id ? -1 : 1),
  )
}

/** Sorted people by the first letter of the last name; `#` comes last. */
export function groupByLetter(sorted: readonly BoardPerson[]): LetterGroup[] {
  const groups = new Map<string, BoardPerson[]>()
  for (const person of sorted) {
    const letter = letterOf(person.lastName || person.firstName)
    const group = groups.get(letter)
    if (group) group.push(person)
    else groups.set(letter, [person])
  }
  return [...groups]
    .map(([letter, people]) => ({ letter, people }))
    .sort((one, other) => orderOf(one.letter) - orderOf(other.letter) || (one.letter < other.letter ? -1 : 1))
}

/** People of whom every word of the search begins or lies in the name, the role or the employee number. */
export function searchPeople(people: readonly BoardPerson[], search: string): readonly BoardPerson[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return people
  return people.filter((person) => {
    const text = fold([person.firstName, person.lastName, person.role, person.empNo].join(' '))
    return words.every((word) => text.includes(word))
  })
}

export interface OnSite {
  /** Everybody, dependants included. */
  people: number
  signedIn: number
  dependents: number
}

export function countOnSite(people: readonly BoardPerson[]): OnSite {
  const dependents = people.reduce((sum, person) => sum + person.dependents, 0)
  return { people: people.length + dependents, signedIn: people.length, dependents }
}

/** Role and employee number, joined; empty where there is neither. */
export function joinRole({ role, empNo }: Pick<BoardPerson, 'role' | 'empNo'>): string {
  return [role, empNo].filter(Boolean).join(' · ')
}

function letterOf(name: string): string {
  const first = fold(name.trim()).charAt(0).toUpperCase()
  return /^[A-Z]$/.test(first) ? first : '#'
}

const orderOf = (letter: string) => (letter === '#' ? 1 : 0)

// Letters of Latin alphabets that are no base letter with a mark.
const plainLetters: Record<string, string> = {
  đ: 'd',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[đøłæœßðþħı]/g, (letter) => plainLetters[letter] ?? letter)
}
