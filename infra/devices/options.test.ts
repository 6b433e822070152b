import { expect, it } from 'vitest'
import { readOptions } from './options.ts'

it.each([
  [['--page'], 50010],
  [['--page', '--port', '50020'], 50020],
  [['--check-device'], 50700],
  [['--check-device', '--port', '50020'], 50020],
])('%j uses port %i', (words, port) => {
  expect(readOptions(words).port).toBe(port)
})

it.each(['x', '-1', '65536', '1.5'])('--port %s is refused', (port) => {
  expect(() => readOptions(['--page', `--port=${port}`])).toThrow('--port is a number')
})
