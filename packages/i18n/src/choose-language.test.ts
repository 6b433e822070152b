import { describe, expect, it } from 'vitest'
import { chooseLanguage, parseAcceptLanguage } from './choose-language.ts'

describe('chooseLanguage', () => {
  it.each([
    [[], 'en-au'],
    [['de'], 'en-au'],
    [['es-MX', 'en'], 'es'],
    [['ES'], 'es'],
    [['en-US'], 'en'],
    [['en'], 'en'],
    [['en-GB'], 'en-au'],
    [['en-NZ', 'es'], 'en-au'],
    [['fr', 'es-419'], 'es'],
    [['est'], 'en-au'],
  ])('%j reads %s', (preferred, language) => {
    expect(chooseLanguage(preferred)).toBe(language)
  })
  it('stays with what is offered', () => {
    expect(chooseLanguage(['es'], ['en'])).toBe('en')
    expect(chooseLanguage(['es', 'en-GB'], ['en', 'en-au'])).toBe('en-au')
  })
})

describe('parseAcceptLanguage', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['es', ['es']],
    ['en;q=0.5, es;q=0.9, de', ['de', 'es', 'en']],
    ['fr;q=0, en-AU', ['en-AU']],
    ['*', ['*']],
    [';;;,,', []],
  ])('%j is %j', (header, tags) => {
    expect(parseAcceptLanguage(header)).toEqual(tags)
  })
})
