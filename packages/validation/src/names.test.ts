import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { FirstName, PhoneText } from './fields.ts'
import { countCharacters, normaliseName } from './names.ts'

describe('normaliseName', () => {
  it.each([
    ['  Ana  ', 'Ana'],
    ['Mary \t\n Ann', 'Mary Ann'],
    ['Zoe\u0308', 'Zoë'],
    ['\u00a0Lê\u2003Văn ', 'Lê Văn'],
    ['\ufeffZoe\u200b\u0308', 'Zoë'],
    ['\u202aAda\u202c', 'Ada'],
    ['Ada\u202e Lovelace', 'Ada Lovelace'],
    ['Ada \u2066 Lovelace', 'Ada Lovelace'],
    ['A\u0007da', 'Ada'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👩\u200d🚀', '👩\u200d🚀'],
    ['X Æ A-12', 'X Æ A-12'],
    ['བསྒྲུབས', 'བསྒྲུབས'],
    ['שִׁמְ֑עוֹן', 'שִׁמְ֑עוֹן'],
    [`Z${'\u0335'.repeat(40)}oe`, `Z${'\u0335'.repeat(6)}oe`],
    [`Z${'\u0335\u200c'.repeat(40)}oe`, `Z${'\u0335\u200c'.repeat(6)}oe`],
    ['🙂', '🙂'],
    ['', ''],
    ['   ', ''],
    ['\u200b', ''],
    ['\u200d\u200c', ''],
    ['\u0308', ''],
    ['\u3164', ''],
    ['\u2800 \u2800', ''],
    ['\uffa0\u115f', ''],
    ['\u202e \u202c', ''],
  ])('%j is %j', (name, normal) => {
    expect(normaliseName(name)).toBe(normal)
  })
  it('changes nothing a second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(normaliseName(normaliseName(name))).toBe(normaliseName(name))
      }),
    )
  })
})

describe('a first name', () => {
  const accepts = (name: unknown) => v.safeParse(FirstName, name).success
  it.each([
    ['one letter', 'Q', true],
    ['40 letters', 'x'.repeat(40), true],
    ['41 letters', 'x'.repeat(41), false],
    ['40 letters of two code points each', 'q\u0307'.repeat(40), true],
    ['40 emoji of a family', '👩‍👩‍👧'.repeat(40), true],
    ['40 letters and blanks around', ` ${'x'.repeat(40)} `, true],
    ['blanks', '  ', false],
    ['a number', 4, false],
    ['null', null, false],
    ['a mountain of marks', `q${'\u0307'.repeat(400)}`, false],
  ])('of %s: %s', (_, name, accepted) => {
    expect(accepts(name)).toBe(accepted)
  })
})

it('counts what a person would count', () => {
  expect(countCharacters('naïve 👩🏽‍🚀')).toBe(7)
})

it('takes a phone number as it was typed, to 30 characters', () => {
  expect(v.parse(PhoneText, ' (04) 9157-0156 ')).toBe('(04) 9157-0156')
  expect(v.safeParse(PhoneText, '0'.repeat(31)).success).toBe(false)
  expect(v.safeParse(PhoneText, ' ').success).toBe(false)
})
