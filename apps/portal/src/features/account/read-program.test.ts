import { expect, test } from 'vitest'
import { readProgram } from './read-program.ts'

test.each([
  ['Firefox on Linux', 'Firefox', 'Linux'],
  ['Samsung Internet on Android', 'Samsung Internet', 'Android'],
  ['Other program on Windows', undefined, 'Windows'],
  ['Other program', undefined, undefined],
  ['Edge', 'Edge', undefined],
] as const)('%s', (label, name, system) => {
  expect(readProgram(label)).toEqual({ name, system })
})
