import { expect, test } from 'vitest'
import { summarize } from './form-errors.ts'

test('errors of no field come last, without a link and with their path', () => {
  const messages = { site_id: 'Gone', body: 'Empty', last: 'Missing', first: 'Too long' }
  expect(summarize('f', ['first', 'last', 'note'], messages)).toEqual([
    { id: 'f-first', message: 'Too long' },
    { id: 'f-last', message: 'Missing' },
    { message: 'site_id: Gone' },
    { message: 'Empty' },
  ])
})
