import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

const table: [string, string][] = [
  ['Ana Kelly', 'AK'],
  ['  ana   kelly ', 'AK'],
  ['Marisol de la Cruz', 'MC'],
  ['Élodie Ångström', 'ÉÅ'],
  ['E\u0301lodie Roux', 'ÉR'],
  ["O'Neill", 'O'],
  ['(Bob) Smith', 'BS'],
  ['王小明', '王'],
  ['𐐨𐐩 Smith', '𐐀S'],
  ['7 11', '71'],
  ['', ''],
]

test.each(table)('%j gives %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
