import { describe, expect, it } from 'vitest'
import { findConflicts } from './use-schema-form.ts'

const before = { city: 'Lima', street: '', tags: ['a'] }

describe('two people who change one row', () => {
  it.each([
    ['of an untouched field', before, { ...before, city: 'Cusco' }, []],
    ['to the same value', { ...before, city: 'Cusco' }, { ...before, city: 'Cusco' }, []],
    ['in different fields', { ...before, city: 'Cusco' }, { ...before, street: 'Calle 1' }, []],
    ['to different values', { ...before, city: 'Cusco' }, { ...before, city: 'Puno' }, ['city']],
    ['of a list', { ...before, tags: ['b'] }, { ...before, tags: ['a', 'c'] }, ['tags']],
    ['that one took back', before, { ...before, city: 'Puno' }, []],
  ])('%s', (_, mine, theirs, expected) => {
    expect(findConflicts({ before, mine, theirs }).map(({ name }) => name)).toEqual(expected)
  })
})
