import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { foldText } from '@gatehouse/validation/fold-text'
import { matchesTerms, readSearch } from '@gatehouse/validation/search-terms'

/** With more people than this the board is grouped by letter and has a search field. */
export const GROUPED_ABOVE = 50

export interface LetterGroup {
  /**
   * The letter without accents; `#` for names that start with no letter or with an ideograph, since
   * each ideograph would be a group of its own.
   */
  letter: string
  people: BoardPerson[]
  /** How many people are in the groups before it. */
  before: number
}

/** Caches the letters that need more than a check of the first character. */
const letters = new WeakMap<BoardPerson, string>()

/**
 * The people grouped by the first letter of the last name, in the server's order. `#` comes last.
 */
export function groupByLetter(sorted: readonly BoardPerson[]): LetterGroup[] {
  const groups = new Map<string, BoardPerson[]>()
  for (const person of sorted) {
    const letter = letterFor(person)
    const group = groups.get(letter)
    if (group) group.push(person)
    else groups.set(letter, [person])
  }
  let before = 0
  return [...groups]
    .sort(([one], [other]) => orderOf(one) - orderOf(other))
    .map(([letter, people]) => {
      const group = { letter, people, before }
      before += people.length
      return group
    })
}

/** The container for letter links of a list this long. A search shows one grid instead. */
export function lettersFor<Place>(
  people: readonly unknown[],
  search: string,
  place: Place,
): Place | undefined {
  return people.length > GROUPED_ABOVE && search === '' ? place : undefined
}

/**
 * The people who match every term of the search by name, role, employee number, or an unmasked
 * mobile.
 */
export function searchPeople(people: readonly BoardPerson[], search: string): readonly BoardPerson[] {
  const terms = readSearch(search)
  if (terms.words.length === 0 && terms.numbers.length === 0) return people
  return people.filter(({ firstName, lastName, role, empNo, tel, telMasked }) =>
    matchesTerms(terms, {
      texts: [foldText([firstName, lastName, role, empNo].join(' '))],
      phone: telMasked ? null : tel,
    }),
  )
}

export interface OnSite {
  /** Including dependents. */
  people: number
  signedIn: number
  dependents: number
}

export function countOnSite(people: readonly BoardPerson[]): OnSite {
  const dependents = people.reduce((sum, person) => sum + person.dependents, 0)
  return { people: people.length + dependents, signedIn: people.length, dependents }
}

/** Role and employee number in one text; empty if both are missing. */
export function joinRole({ role, empNo }: Pick<BoardPerson, 'role' | 'empNo'>): string {
  return [role, empNo].filter(Boolean).join(' · ')
}

function letterFor(person: BoardPerson): string {
  const name = person.lastName || person.firstName
  // Lower-cases ASCII with one bit. Runs for everyone on each change.
  const small = name.charCodeAt(0) | 32
  if (small >= 97 && small <= 122) return String.fromCharCode(small - 32)
  const letter = letters.get(person) ?? letterOf(name)
  letters.set(person, letter)
  return letter
}

function letterOf(name: string): string {
  const [first = ''] = foldText(name)
  return /^\p{L}$/u.test(first) && !/\p{Ideographic}/u.test(first) ? first.toUpperCase() : '#'
}

const orderOf = (letter: string) => (letter === '#' ? 1 : 0)
