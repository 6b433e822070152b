import { i18n } from '@lingui/core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('further texts', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { documentElement: { lang: '' } })
    return () => vi.unstubAllGlobals()
  })

  const texts = (id: string) => ({
    'en-au': async () => ({ messages: { [id]: `${id} in Australia` } }),
    en: async () => ({ messages: { [id]: `${id} in America` } }),
    es: async () => ({ messages: { [id]: `${id} en España` } }),
  })
  const choose = () =>
    createLanguageChoice({
      catalogues: texts('login'),
      config: { languages: ['en-au', 'en', 'es'], language: 'en' },
      memory: { get: () => undefined, set: () => {} },
    })

  it('join those of the language, and come with the next language too', async () => {
    const choice = choose()
    await choice.activateLocale('en')
    const more = texts('page')
    await Promise.all([choice.addCatalogues(more), choice.addCatalogues(more)])
    expect([i18n._('login'), i18n._('page')]).toEqual(['login in America', 'page in America'])
    await choice.activateLocale('es')
    expect([i18n._('login'), i18n._('page')]).toEqual(['login en España', 'page en España'])
  })

  it('are fetched again after they could not be loaded', async () => {
    const choice = choose()
    await choice.activateLocale('en-au')
    const more = texts('again')
    const answers = [() => Promise.reject(new Error('The server is away.')), more['en-au']]
    const failing = { ...more, 'en-au': () => answers.shift()!() }
    await expect(choice.addCatalogues(failing)).rejects.toThrow('The server is away.')
    await choice.addCatalogues(failing)
    expect(i18n._('again')).toBe('again in Australia')
  })
})
