import { expect, test } from 'vitest'
import { chooseSite } from './site-choice.ts'

const site = (id: string) => ({
  id,
  name: id,
  offline_users: false,
  timeZone: 'UTC',
  client_name: null,
  can_start_muster: true,
})
const two = [site('north'), site('south')]

test.each([
  ['the URL decides', 'south', two, 'north', 'south'],
  ['the URL decides, known or not', 'gone', two, 'north', 'gone'],
  ['else what was shown last', undefined, two, 'north', 'north'],
  ['unless it is gone', undefined, two, 'gone', undefined],
  ['the only site needs no choice', undefined, [site('north')], undefined, 'north'],
  ['no site, no choice', undefined, [], 'north', undefined],
])('%s', (_, inUrl, sites, remembered, expected) => {
  expect(chooseSite(inUrl, sites, remembered)).toBe(expected)
})
