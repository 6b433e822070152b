import { expect, test } from 'vitest'
import { languageOfTag, languageOptions } from './language-names.ts'

test('a language switch has the tags and names of the offered languages', () => {
  expect(languageOptions(['en', 'es'])).toEqual([
    { code: 'en-US', name: 'English (US)' },
    { code: 'es', name: 'Español' },
  ])
})

test.each([
  ['en-US', 'en'],
  ['es', 'es'],
  ['en-AU', undefined],
  ['fr', undefined],
])('the tag %s is %s among the offered languages', (tag, language) => {
  expect(languageOfTag(tag, ['en', 'es'])).toBe(language)
})
