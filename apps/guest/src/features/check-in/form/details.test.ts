import { describe, expect, it, test } from 'vitest'
import { checkDetails, normaliseDetails, type Details } from './details.ts'

const details: Details = { firstName: 'Ada', lastName: 'King', mobile: '0412 345 678', dependents: 0 }
const anyPhone = () => true

describe('names', () => {
  test.each([
    ['A', undefined],
    ["D'Arcy–O’Brien", undefined],
    ['李', undefined],
    ['Þórdís', undefined],
    ['a'.repeat(40), undefined],
    ['e\u0301'.repeat(40), undefined],
    ['👩‍👩‍👧'.repeat(40), undefined],
    [`  ${'a'.repeat(40)}  `, undefined],
    ['a'.repeat(41), 'name_too_long'],
    ['', 'first_name_required'],
    [' \u00a0\u2003', 'first_name_required'],
  ] as const)('%s', (firstName, error) => {
    expect(checkDetails({ ...details, firstName }, anyPhone).firstName).toBe(error)
  })

  it('are composed, trimmed and their blanks collapsed only when they are sent', () => {
    expect(normaliseDetails({ ...details, firstName: '  Zoe\u0308   Ann ', lastName: 'O\tB' })).toEqual({
      ...details,
      firstName: 'Zoë Ann',
      lastName: 'O B',
    })
  })
})

describe('the mobile', () => {
  test.each([
    ['', 'phone_required'],
    ['   ', 'phone_required'],
    ['1'.repeat(31), 'phone_too_long'],
    ['12', 'phone_country_code'],
    ['٤٢', 'phone_country_code'],
    ['٠٠٦١', 'phone_invalid'],
    ['---', 'phone_invalid'],
    ['????', 'phone_invalid'],
    ['😀😀', 'phone_invalid'],
    ['ask me', 'phone_invalid'],
    ['0491 abc', 'phone_invalid'],
    ['(212) 555-2368', 'phone_country_code'],
    ['+61 12', 'phone_invalid'],
    ['0061 12', 'phone_invalid'],
    [` ${'1'.repeat(30)} `, undefined],
  ] as const)('%s', (mobile, error) => {
    expect(checkDetails({ ...details, mobile }, (text) => text.length === 30).mobile).toBe(error)
  })

  it('is asked about without the blanks around it', () => {
    const asked: string[] = []
    checkDetails({ ...details, mobile: ' 0412 ' }, (text) => asked.push(text) > 0)
    expect(asked).toEqual(['0412'])
  })
})

it('reports every field at once, and nothing where nothing is wrong', () => {
  expect(checkDetails(details, anyPhone)).toEqual({})
  expect(
    Object.keys(checkDetails({ firstName: '', lastName: '', mobile: '', dependents: 0 }, anyPhone)),
  ).toEqual(['firstName', 'lastName', 'mobile'])
})
