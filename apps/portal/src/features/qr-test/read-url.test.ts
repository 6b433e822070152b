import { expect, it } from 'vitest'
import { compareCode, readKey } from './read-url.ts'

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

it.each([
  ['GATE', 'GATE'],
  [' ga te ', 'GATE'],
  ['ＧＡＴＥ', 'GATE'],
  ['ｇａｔｅ', 'GATE'],
  ['GATE/', 'GATE'],
  ['http://localhost:50212/GATE', 'GATE'],
  [' https://gate.example/gate/?from=poster#top\n', 'GATE'],
  ['gate.example/GATE', 'GATE'],
  ['localhost:50212/GATE', 'GATE'],
  ['https://gate.example/', ''],
  ['GATES', 'GATES'],
  ['', ''],
])('%j has the key %j', (text, key) => {
  expect(readKey(text)).toBe(key)
})
