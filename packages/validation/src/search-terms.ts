import { foldText } from './fold-text.ts'

/** What a search asks for: everything in it must be found. */
export interface SearchTerms {
  /** Each is found where a folded text contains it. */
  words: string[]
  numbers: NumberTerm[]
}

/** Figures that may be a phone number, or words such as the one of "Gate 100". */
export interface NumberTerm {
  words: string[]
  /** Each is a part of a number in E.164; one of them suffices. */
  partsOfPhone: string[]
}

/** With fewer figures almost every number would be found. */
const MIN_DIGITS = 3
/** A number as long as this may begin with a figure that is dialled only inside the country. */
const NATIONAL_DIGITS = 8

/** A comma parts words as a space does, so that "Family, Given" finds the person; folding has made the full-width one plain. */
const WORD_END = /[ \t,،、]/

/** Reads what was typed into a search box. Words come in any order; a phone number in any spelling. */
export function readSearch(typed: string): SearchTerms {
  const terms: SearchTerms = { words: [], numbers: [] }
  let figures: string[] = []
  const endNumber = () => {
    const partsOfPhone = findPartsOfPhone(figures.join(''))
    if (partsOfPhone.length > 0) terms.numbers.push({ words: figures, partsOfPhone })
    else terms.words.push(...figures)
    figures = []
  }
  for (const word of foldText(typed).split(WORD_END)) {
    if (/^[\d+()./]+$/.test(word) && /\d/.test(word)) figures.push(word)
    else {
      endNumber()
      if (word !== '') terms.words.push(word)
    }
  }
  endNumber()
  return terms
}

function findPartsOfPhone(figures: string): string[] {
  // "+61 (0)491" is how a number is written for readers at home and abroad.
  const isInternational = figures.startsWith('+')
  const digits = figures.replace('(0)', '').replace(/\D/g, '')
  const parts = isInternational ? [`+${digits}`] : [digits]
  if (!isInternational && digits.startsWith('00')) parts.push(`+${digits.slice(2)}`)
  else if (!isInternational && (digits.startsWith('0') || digits.length >= NATIONAL_DIGITS)) {
    parts.push(digits.slice(1))
  }
  return parts.filter((part) => part.replace('+', '').length >= MIN_DIGITS)
}

/** Whether everything asked for is found in the folded texts, or in the number where the reader may read it in full. */
export function matchesTerms(
  { words, numbers }: SearchTerms,
  { texts, phone }: { texts: readonly string[]; phone: string | null },
): boolean {
  const hasWord = (word: string) => texts.some((text) => text.includes(word))
  return (
    words.every(hasWord) &&
    numbers.every(
      (number) =>
        number.words.every(hasWord) ||
        (phone !== null && number.partsOfPhone.some((part) => phone.includes(part))),
    )
  )
}
