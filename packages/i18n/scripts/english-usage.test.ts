import { expect, it } from 'vitest'
import { englishFaults, proseOf } from './english-usage.ts'

it.each([
  'The Managers are told at once.',
  'It stands in the log.',
  'Whoever has this key reads the data.',
  'Somebody has to agree.',
  'The visit starts anew.',
  'It ends by itself.',
  'Deliveries that were given up',
  'From now on {name} can sign in.',
  'Bans in force',
  'Of all sites',
  'Please open it. Please save it.',
  'one two three four five six seven eight nine ten one two three four five six seven eight nine ten one two three four {five} six.',
  '{0, plural, one {Somebody left.} other {# people left.}}',
])('%s is refused', (message) => {
  expect(englishFaults(message)).not.toEqual([])
})

it.each([
  'The Managers are notified at once.',
  'Of 12 people',
  'Tell a member of staff.',
  'Please open it, then save it.',
  'one two three four five six seven eight nine ten one two three four five. Six seven eight nine ten one two three.',
  '{0, plural, one {Please scan # code.} other {Please scan # codes.}}',
])('%s is not', (message) => {
  expect(englishFaults(message)).toEqual([])
})

it('reads the prose of a page, without its code', () => {
  const page = '# Of a page\n\nRun `somebody` and\nlook.\n\n```sh\nwhoever\n```\n\n- one\n- [two](a.md)\n'
  expect(proseOf(page)).toEqual(['Of a page', 'Run code and look.', '- one', '- two'])
})
