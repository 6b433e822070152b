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
    const found = findConflicts({ before, mine, theirs, editedNames: [] })
    expect(found.map(({ name }) => name)).toEqual(expected)
  })

  const stored = {
    text: { en: 'Welcome', es: '' },
    settings: { low: '', high: '' },
    days: { mon: '8', tue: '8' },
  }
  const editedNames = ['text.en', 'text.es', 'settings.low', 'settings.high', 'days']
  const mine = {
    text: { en: 'Welcome', es: 'Hola' },
    settings: { low: '1', high: '' },
    days: { mon: '9', tue: '8' },
  }
  it.each([
    [
      'in parts that have fields of their own',
      { text: { en: 'Hi', es: '' }, settings: { low: '', high: '5' } },
      [],
    ],
    [
      'in the same part',
      { text: { en: 'Hi', es: 'Buenas' }, settings: { low: '2', high: '5' } },
      ['text.es', 'settings.low'],
    ],
    ['of a value that one field edits', { days: { mon: '8', tue: '9' } }, ['days']],
  ])('%s', (_, changes, expected) => {
    const theirs = { ...stored, ...changes }
    const found = findConflicts({ before: stored, mine, theirs, editedNames })
    expect(found.map(({ name }) => name)).toEqual(expected)
  })
})
