import { describe, expect, test } from 'vitest'
import { wrapText, writeCodesFile } from './codes-file.ts'

describe('wrapping', () => {
  test.each([
    ['', 5, []],
    ['   ', 5, []],
    ['one', 5, ['one']],
    ['one two', 7, ['one two']],
    ['one two', 6, ['one', 'two']],
    [' one\n two  three ', 7, ['one two', 'three']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['ab abcdefgh cd', 4, ['ab', 'abcd', 'efgh', 'cd']],
    ['abcde fg', 4, ['abcd', 'e fg']],
    ['ñandú 😀😀😀', 5, ['ñandú', '😀😀😀']],
  ])('%j at %i', (text, columns, expected) => {
    expect(wrapText(text, columns)).toEqual(expected)
  })

  test('loses no word and passes no edge', () => {
    const words = Array.from({ length: 200 }, (_, at) => 'x'.repeat((at * 7) % 23) + String(at))
    const lines = wrapText(words.join(' '))
    expect(lines.join(' ').split(' ')).toEqual(words)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(59)
    expect(lines.length).toBeGreaterThan(10)
  })
})

test('a file names what the codes belong to, and holds each of them on a line', () => {
  const codes = Array.from({ length: 10 }, (_, at) => `abcdef-gh23${String(at).padStart(2, '0')}`)
  const file = writeCodesFile({
    title: 'Recovery codes for Gatehouse',
    facts: [
      'Site: visitors.a-very-long-name-of-a-host.example.org:8443',
      'Account: ann@example.org',
      'Date: 20 Nov 2026',
    ],
    advice:
      'Each code works once. Keep them where only you can find them, and not on the phone that shows your codes.',
    codes,
  })
  const lines = file.split('\n')
  expect(lines[0]).toBe('Recovery codes for Gatehouse')
  expect(file).toContain('Account: ann@example.org')
  for (const code of codes) expect(lines.filter((line) => line.endsWith(code))).toHaveLength(1)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(59)
  expect(file.endsWith('\n')).toBe(true)
})
