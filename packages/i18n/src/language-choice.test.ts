import { describe, expect, it } from 'vitest'
import type { Language } from '@gatehouse/validation/vocabulary'
import { createLanguageChoice } from './language-choice.ts'

const noWords = () => Promise.resolve({ messages: {} })
const catalogues = { 'en-au': noWords, en: noWords, es: noWords }

function preferred(
  remembered: string | undefined,
  profile: Language | undefined,
  server: Language,
  languages: readonly Language[] = ['en-au', 'en', 'es'],
) {
  const memory = { get: () => remembered, set: () => {} }
  const choice = createLanguageChoice({ catalogues, config: { languages, language: server }, memory })
  return choice.preferredLanguage(profile)
}

describe('the language of a page', () => {
  it.each([
    ['chosen here', 'es', 'en', 'en-au', 'es'],
    ['of the profile', undefined, 'es', 'en', 'es'],
    ['of the browser', undefined, undefined, 'en', 'en'],
    ['of the profile, where an unknown one is remembered', 'tlh', 'en', 'es', 'en'],
  ] as const)('%s', (_, remembered, profile, server, expected) => {
    expect(preferred(remembered, profile, server)).toBe(expected)
  })

  it('is one that the installation offers', () => {
    expect(preferred('es', 'es', 'en', ['en'])).toBe('en')
    expect(preferred('es', undefined, 'es', ['en'])).toBe('en-au')
  })
})

it('fetches words that did not come once more', async () => {
  let asked = 0
  const es = () => {
    asked += 1
    return Promise.reject(new Error('The server is away.'))
  }
  const choice = createLanguageChoice({
    catalogues: { ...catalogues, es },
    config: { languages: ['en', 'es'], language: 'en' },
    memory: { get: () => undefined, set: () => {} },
  })
  await expect(choice.activateLocale('es')).rejects.toThrow('The server is away.')
  await expect(choice.activateLocale('es')).rejects.toThrow('The server is away.')
  expect(asked).toBe(2)
})
