import { describe, expect, it } from 'vitest'
import { canNobodyPass, languagesDone, type TranslatedQuestion } from './question-texts.ts'

const base = { text: 'How?', texts: {} }
const option = (desc: string, es?: string) => ({ desc, descs: { es }, action: 'pass' as const })
const word = (text: string, es?: string) => ({ text, texts: { es }, action: 'fail' as const })

describe('the languages of a question', () => {
  it.each<[string, TranslatedQuestion, string[]]>([
    ['its own, and the other English', { ...base, type: 'free text', answers: null }, ['en', 'en-au']],
    [
      'a translation of the question alone, where there is nothing else',
      { ...base, type: 'free text', texts: { es: '¿Cómo?' }, answers: null },
      ['en', 'en-au', 'es'],
    ],
    [
      'none of which an answer is missing',
      { ...base, type: 'select', texts: { es: '¿Cómo?' }, answers: [option('Car', 'Coche'), option('Foot')] },
      ['en', 'en-au'],
    ],
    [
      'none of which a text is blank',
      {
        ...base,
        type: 'yes/no',
        texts: { es: ' ' },
        answers: { yes: word('Yes', 'Sí'), no: word('No', 'No') },
      },
      ['en', 'en-au'],
    ],
    [
      'none of which a translation is out of date, also the other English',
      {
        ...base,
        type: 'free text',
        texts: { en: 'How?', es: '¿Cómo?' },
        outdated: { en: '2026-11-20T03:04:05.678Z', es: '2026-11-20T03:04:05.678Z' },
        answers: null,
      },
      ['en-au'],
    ],
  ])('are %s', (_, question, languages) => {
    expect(languagesDone(question, 'en-au')).toEqual(languages)
  })
  it('of a Spanish client need each English of their own', () => {
    const question = { ...base, type: 'free text' as const, texts: { en: 'How?' }, answers: null }
    expect(languagesDone(question, 'es')).toEqual(['en', 'es'])
  })
})

it('nobody passes where every answer fails; free text always passes', () => {
  expect(canNobodyPass({ yes: word('Yes'), no: word('No') })).toBe(true)
  expect(canNobodyPass([option('Car'), { desc: 'Foot', action: 'fail' }])).toBe(false)
  expect(canNobodyPass(null)).toBe(false)
})
