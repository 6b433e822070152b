import * as v from 'valibot'
import { expect, test } from 'vitest'
import { HomeSearch, withPeriod } from './search.ts'

const site = '0199f3a0-0000-7000-8000-000000000001'

test.each([
  [
    { period: 'week', site },
    { period: 'week', site },
  ],
  [
    { period: 'century', site: 'all' },
    { period: undefined, site: undefined },
  ],
  [{}, {}],
])('%j says %j', (search, expected) => {
  expect(v.parse(HomeSearch, search)).toEqual(expected)
})

test('a period keeps the site, and the default is not written into the URL', () => {
  expect(withPeriod({ site }, 'year')).toEqual({ site, period: 'year' })
  expect(withPeriod({ site, period: 'year' }, 'day')).toEqual({ site, period: undefined })
})
