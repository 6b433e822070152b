import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNearMatch } from './near-match.ts'

const mobile = '+61491570157'
const person = (names: string, number = mobile) => {
  const [firstName = '', lastName = ''] = names.split('|')
  return { firstName, lastName, mobile: number }
}

describe('no near match is', () => {
  it.each([
    ['somebody whom the ban refuses', 'Jane|O’Brien', 'jane|obrien'],
    ['somebody refused under swapped names', 'Jane|O’Brien', 'OBrien|Jane'],
    ['somebody refused by the spelling of a passport', 'Eva|Müller', 'Eva|Mueller'],
    ['a quite different name', 'Jane|O’Brien', 'Tomas|Costa'],
    ['a different short name', 'Bo|Li', 'Al|Ng'],
    ['a shared particle', 'Jan|van der Berg', 'Piet|van der Dijk'],
    ['a shared initial', 'J|Barred', 'J|Yonder'],
    ['a shared title', 'Dr Jane|Obrien', 'Dr Tomas|Costa'],
    ['three letters of a long name', 'Annabel|Carrington', 'Emnobef|Carringtmm'],
    ['two letters of a short name', 'Bo|Lin', 'Ba|Lun'],
    ['an empty name', 'Bo|Li', '|'],
  ])('%s', (_, banned, given) => {
    expect(isNearMatch(person(banned), person(given))).toBe(false)
  })
  it('the same name with another mobile, or without one', () => {
    for (const number of ['+61491570158', ''])
      for (const names of ['Jane|O’Brien', 'Mr Jane|O’Brien', 'Jane|Obrian'])
        expect(isNearMatch(person('Jane|O’Brien'), person(names, number))).toBe(false)
    expect(isNearMatch(person('Jane|O’Brien', ''), person('Jane|Obrian', ''))).toBe(false)
  })
})

describe('a near match has the mobile of the ban and', () => {
  it.each([
    ['a title', 'Bo|Banned', 'Mr. Bo|Banned'],
    ['a title in a field of its own', 'Bo|Banned', 'Mr|Bo Banned'],
    ['a title of the last name', 'Bo|Banned', 'Bo|Dr Banned'],
    ['a suffix', 'Bo|Banned', 'Bo|Banned, Jr'],
    ['a number', 'Bo|Banned', 'Bo|Banned III'],
    ['no title any more', 'Sra. Bo|Banned', 'Bo|Banned'],
    ['a sign for a letter', 'Bo|Banned', 'Bo|B@nned'],
    ['digits for letters', 'Bo|Eston', 'B0|E5t0n'],
    ['ones for i and l', 'Willi|Phil', 'W11i|Phi1'],
    ['exclamation marks and dollars', 'Silas|Kiss', '$!las|K!$$'],
    ['a full-width digit', 'Bo|Barred', 'B０|Barr３d'],
    ['a doubled letter', 'Bo|Barred', 'Boo|Barredd'],
    ['no doubled letter', 'Bobby|Barred', 'Boby|Bared'],
    ['no umlaut', 'Eva|Müller', 'Eva|Müler'],
    ['another vowel', 'Jane|O’Brien', 'Jane|Obrian'],
    ['another vowel, and swapped names', 'Jane|O’Brien', 'Obrian|Jane'],
    ['a letter changed in each name', 'Jane|O’Brien', 'Jine|Obrian'],
    ['the same, and the fields divided elsewhere', 'Ana Maria|Silva', 'Ane|Marie Silva'],
    ['one letter changed in a short name', 'Bo|Li', 'Ba|Li'],
    ['another first name', 'Jane|O’Brien', 'Tomas|Obrien'],
    ['another last name', 'Jane|O’Brien', 'Jane|Costa'],
    ['one of two last names', 'Ana|García López', 'Tomas|Lopez'],
    ['the first name as the last one', 'Jane|O’Brien', 'Costa|Jane'],
    ['a title that is the first name', 'Don|Barred', 'Don|Bared'],
    ['names in another script', '伟|王', '芳|王'],
    ['Cyrillic letters with a doubled one', 'Анна|Петрова', 'Ана|Петрова'],
  ])('%s', (_, banned, given) => {
    expect(isNearMatch(person(banned), person(given))).toBe(true)
    expect(isNearMatch(person(given), person(banned))).toBe(true)
  })
})

const name = fc
  .array(fc.constantFrom(...Array.from('abcdefghjkmnopqrstuvwxyzäéñø')), { minLength: 3, maxLength: 12 })
  .map((letters) => letters.join(''))
const people = fc.tuple(name, name).map(([firstName, lastName]) => ({ firstName, lastName, mobile }))

describe('of any two people', () => {
  it('each is as near to the other one', () => {
    fc.assert(
      fc.property(people, people, (one, other) => {
        expect(isNearMatch(one, other)).toBe(isNearMatch(other, one))
      }),
    )
  })
  it('none is near with another mobile', () => {
    fc.assert(
      fc.property(people, people, (one, other) => {
        expect(isNearMatch(one, { ...other, mobile: '+61491570158' })).toBe(false)
      }),
    )
  })
  it('one with a title and doubled letters is near, or refused', () => {
    fc.assert(
      fc.property(people, fc.nat(), ({ firstName, lastName }, place) => {
        const at = place % lastName.length
        const doubled = lastName.slice(0, at + 1) + lastName.slice(at)
        expect(
          isNearMatch(
            { firstName, lastName, mobile },
            { firstName: `Mr ${firstName}`, lastName: doubled, mobile },
          ),
        ).toBe(true)
      }),
    )
  })
})
