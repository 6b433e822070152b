import { describe, expect, test } from 'vitest'
import { digitsOf } from './code.ts'

describe('the digits of a code', () => {
  const table: [string, string][] = [
    ['', ''],
    ['123456', '123456'],
    ['123 456', '123456'],
    [' 12-34-56 ', '123456'],
    ['Your code is 004210.', '004210'],
    ['１２３４５６', '123456'],
    ['٠٤٩١٢٣', '049123'],
    ['۱۲۳-४५६', '123456'],
    ['1234567', '123456'],
    ['12a', '12'],
    ['no digits', ''],
  ]
  test.each(table)('%j gives %j', (typed, digits) => {
    expect(digitsOf(typed, 6)).toBe(digits)
  })
})
