import { expect, test } from 'vitest'
import { formatPhone } from './phones.ts'

test.each([
  ['+61491577729', 'AU', '0491 577 729'],
  ['+61293744000', 'AU', '(02) 9374 4000'],
  ['+61491577729', 'NZ', '+61 491 577 729'],
  ['+12125552368', 'CA', '(212) 555-2368'],
  ['+34612345678', 'ES', '612 34 56 78'],
  ['+61491577729', '??', '+61 491 577 729'],
  ['12', 'AU', '12'],
  ['', 'AU', ''],
  ['call me', 'AU', 'call me'],
])('%s in %s reads %s', (e164, region, expected) => {
  expect(formatPhone(e164, region)).toBe(expected)
})
