import { expect, it } from 'vitest'
import { compareCode } from './read-url.ts'

const expected = 'https://gate.example/GATE'

it.each([
  ['https://gate.example/GATE', 'match'],
  ['https://gate.example/gate/', 'match'],
  ['https://gate.example/DESK', 'other-key'],
  ['http://localhost:50000/GATE', 'other-host'],
  ['https://gate.example/GATO', 'foreign'],
  ['https://gate.example/GATE/complete', 'foreign'],
  ['WIFI:S:Guests;;', 'foreign'],
  ['javascript:alert(1)', 'foreign'],
  ['', 'foreign'],
])('%s is %s', (text, read) => {
  expect(compareCode(text, expected)).toBe(read)
})
