import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text.ts'
import { matchesTerms, readSearch, type SearchTerms } from './search-terms.ts'

const people = {
  hoa: { name: 'Nguyễn\tVăn Hòa', role: 'Welder', phone: '+61491570156' },
  obrien: { name: "O'Brien\tSíle", role: 'Gate 100', phone: '+353861234567' },
  smith: { name: 'Smith-Jones\tÅsa', role: '100%', phone: '+46701234567' },
  hidden: { name: 'Hidden\tHal', role: '', phone: null },
}
type Name = keyof typeof people

function find(typed: string): Name[] {
  const terms = readSearch(typed)
  return (Object.keys(people) as Name[]).filter((key) => {
    const { name, role, phone } = people[key]
    return matchesTerms(terms, { texts: [name, role].map(foldText), phone })
  })
}

describe('a search', () => {
  it.each<[string, Name[]]>([
    ['', ['hoa', 'obrien', 'smith', 'hidden']],
    ['  ', ['hoa', 'obrien', 'smith', 'hidden']],
    ['nguyen', ['hoa']],
    ['NGUYỄN', ['hoa']],
    ['nguyê\u0303n', ['hoa']],
    ['hoa nguyen', ['hoa']],
    ['hoa\tnguyen', ['hoa']],
    ['van nguyen welder', ['hoa']],
    ['Nguyễn, Văn Hòa', ['hoa']],
    ['nguyen,hoa', ['hoa']],
    ['nguyen ，hoa', ['hoa']],
    ['nguyen، hoa,', ['hoa']],
    ['nguyen, smith', []],
    [',', ['hoa', 'obrien', 'smith', 'hidden']],
    ['smith, asa, 0701234567', ['smith']],
    ['nguyen smith', []],
    ['obrien', ['obrien']],
    ['o’brien', ['obrien']],
    ['brien', ['obrien']],
    ['asa smith jones', ['smith']],
    ['smith–jones', ['smith']],
    ['0491 570 156', ['hoa']],
    ['0491570156', ['hoa']],
    ['491 570', ['hoa']],
    ['+61 491 570 156', ['hoa']],
    ['+61 (0)491 570 156', ['hoa']],
    ['0061491570156', ['hoa']],
    ['(04) 9157-0156', ['hoa']],
    ['０４９１ ５７０', ['hoa']],
    ['٠٤٩١ ٥٧٠', ['hoa']],
    ['156', ['hoa']],
    ['nguyen 156', ['hoa']],
    ['smith 156', []],
    ['+353 86', ['obrien']],
    ['+86', []],
    ['070-123 45 67', ['smith']],
    ['8 491570156', ['hoa']],
    ['gate 100', ['obrien']],
    ['100', ['obrien', 'smith']],
    ['100%', ['smith']],
    ['15', []],
    ['%', ['smith']],
    ['_', []],
    ['\\', []],
  ])('%j finds %j', (typed, found) => {
    expect(find(typed)).toEqual(found)
  })

  it.each([
    ['mueller', 'Müller'],
    ['muller', 'Müller'],
    ['müller', 'Mueller'],
    ['MÜLLER', 'MUELLER'],
    ['mu\u0308ller', 'Mueller'],
    ['mü', 'Mueller'],
    ['mue', 'Mueller'],
    ['muel', 'Müller'],
    ['oedegaard', 'Ødegård'],
    ['ødegård', 'Oedegaard'],
    ['oedegaard', 'Ødegaard'],
    ['odegard', 'Ødegård'],
    ['kaethe mueller', 'Müller, Käthe'],
    ['kæthe', 'Käthe'],
    ['muller', 'Mueller'],
    ['jorg', 'Joerg'],
    ['schroder bar', 'Baer, Schroeder'],
    ['michael', 'Michael'],
    ['hämäläinen', 'Hamalainen'],
  ])('%j finds %j', (typed, name) => {
    expect(matchesTerms(readSearch(typed), { texts: [foldText(name)], phone: null })).toBe(true)
  })
  it.each([
    ['joe', 'Jo'],
    ['sue', 'Susan'],
  ])('%j does not find %j', (typed, name) => {
    expect(matchesTerms(readSearch(typed), { texts: [foldText(name)], phone: null })).toBe(false)
  })
  it('has few spellings of a word, whatever is typed', () => {
    const [most = ['']] = readSearch('äb'.repeat(100)).words
    expect(most.length).toBeLessThanOrEqual(5)
  })

  const lengthOf = ({ words, numbers }: SearchTerms) => {
    const all = [...words, ...numbers.flatMap((number) => number.words)]
    const typed = all.map(([word]) => word)
    return { words: all.length, characters: Array.from(typed.join('')).length }
  }
  it.each([
    ['nine words', 'a b c d e f g h i', { words: 8, characters: 8 }],
    ['nine numbers', '1 2 3 4 5 6 7 8 9', { words: 8, characters: 8 }],
    ['words and numbers', 'a 1 b 2 c 3 d 4 e', { words: 8, characters: 8 }],
    ['commas, which are no words', `${','.repeat(50)}a`, { words: 1, characters: 1 }],
    ['a long word', 'a'.repeat(200), { words: 1, characters: 100 }],
    ['letters of two units each', '𐐨'.repeat(200), { words: 1, characters: 100 }],
    // One of them unfolds to four words with 15 letters.
    ['a letter that unfolds to words', '\ufdfa'.repeat(200), { words: 8, characters: 37 }],
  ])('reads the beginning of %s', (_, typed, length) => {
    expect(lengthOf(readSearch(typed))).toEqual(length)
  })

  it('reads at most 8 words and 100 characters of any text', () => {
    const unit = fc.oneof(fc.constantFrom('\ufdfa', '\ufdfb', ' ', ',', '1', '+', '𐐀'), fc.string())
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 200 }), (units) => {
        const { words, characters } = lengthOf(readSearch(units.join('')))
        expect(words).toBeLessThanOrEqual(8)
        expect(characters).toBeLessThanOrEqual(100)
      }),
      { seed: 20_261_120 },
    )
  })

  it('finds by any part of a number of three digits or more', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.integer({ min: 3, max: 11 }), (from, length) => {
        expect(find(people.hoa.phone.slice(1).slice(from, from + length))).toContain('hoa')
      }),
    )
  })
})
