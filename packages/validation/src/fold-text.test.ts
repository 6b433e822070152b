import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text.ts'

describe('foldText', () => {
  it.each([
    ['Nguyễn', 'nguyen'],
    ['Hồ', 'ho'],
    ['ĐẶNG', 'dang'],
    ['Łukasz', 'lukasz'],
    ['Øyvind', 'oyvind'],
    ['Ægir Œuvre', 'aegir oeuvre'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['Þórður', 'thordur'],
    ['İnönü', 'inonu'],
    ['ısı', 'isi'],
    ['Ħamrun', 'hamrun'],
    ['Ŋaruk', 'naruk'],
    ['Šimůnek', 'simunek'],
    ['Ἀθηνᾶ', 'αθηνα'],
    ['Γιώργος', 'γιωργοσ'],
    ['ΓΙΏΡΓΟΣ', 'γιωργοσ'],
    ['Фёдор', 'федор'],
    ['Ｋａｔａ', 'kata'],
    ['ﬁnn', 'finn'],
    ['أحمد', 'احمد'],
    ['किरण', 'किरण'],
    ['がが', 'か\u3099か\u3099'],
    ["O'Brien", 'obrien'],
    ['O’Brien', 'obrien'],
    ['O´Brien', 'obrien'],
    ['Smith-Jones', 'smith jones'],
    ['Smith – Jones', 'smith jones'],
    ['  Ana\u00a0\n Maria ', 'ana maria'],
    ['Nguyễn\tVăn', 'nguyen\tvan'],
    ['A\u200bn\u00ada\u200d', 'ana'],
    ['100%', '100%'],
    ['', ''],
  ])('%j is %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  const name = fc.string({
    unit: fc.constantFrom(...Array.from("aÅéñçğÖøłĐđßæþİıΣσςйЁễồợ '’-–\u200b\u00ad\u0301")),
    maxLength: 20,
  })
  it('is blind to case, to composition and to what nobody sees', () => {
    fc.assert(
      fc.property(name, (text) => {
        const folded = foldText(text)
        expect(foldText(text.normalize('NFD'))).toBe(folded)
        expect(foldText(text.normalize('NFC'))).toBe(folded)
        expect(foldText(text.toUpperCase())).toBe(foldText(text.toUpperCase().toLowerCase()))
        expect(foldText(Array.from(text).join('\u200b'))).toBe(folded)
      }),
    )
  })
  it('changes nothing a second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
    )
  })
})
