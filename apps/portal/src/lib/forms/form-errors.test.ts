import { expect, test } from 'vitest'
import { splitErrors } from './form-errors.ts'

test('errors of no field of the form stand apart, with their path', () => {
  const messages = { site_id: 'Gone', body: 'Empty', last: 'Missing', first: 'Too long' }
  expect(splitErrors('f', ['first', 'last', 'note'], messages)).toEqual({
    errors: [
      { id: 'f-first', message: 'Too long' },
      { id: 'f-last', message: 'Missing' },
    ],
    others: ['site_id: Gone', 'Empty'],
  })
})
