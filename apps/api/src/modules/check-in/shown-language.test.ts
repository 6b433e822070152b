import { describe, expect, it } from 'vitest'
import { languageShown } from './shown-language.ts'

const fever = { id: 'fever', text: 'Fever?', texts: { es: '¿Fiebre?', en: 'A fever?' } }
const host = { id: 'host', text: 'Host?', texts: { es: '¿Anfitrión?' } }
const said = (texts: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [
      id,
      { answer: 'no', ...(text === undefined ? {} : { question_text: text }) },
    ]),
  )

describe('languageShown', () => {
  it.each([
    ['nothing answered', {}, 'en-au'],
    ['no words', { fever: undefined }, 'en-au'],
    ['the client’s words', { fever: 'Fever?', host: 'Host?' }, 'en-au'],
    ['Spanish words', { fever: '¿Fiebre?', host: '¿Anfitrión?' }, 'es'],
    ['American words, one of them not translated', { fever: 'A fever?', host: 'Host?' }, 'en'],
    ['words of nobody', { fever: 'Free beer?' }, 'en-au'],
    ['words of a question that is not asked', { gone: '¿Fiebre?' }, 'en-au'],
    ['one language and a little of another', { fever: '¿Fiebre?', host: 'Host?' }, 'en-au'],
  ])('%s', (_, texts, language) => {
    expect(languageShown([fever, host], said(texts), 'en-au')).toBe(language)
  })
  it('takes the client’s own where translations agree', () => {
    expect(languageShown([{ ...host, texts: {} }], said({ host: 'Host?' }), 'es')).toBe('es')
  })
})
