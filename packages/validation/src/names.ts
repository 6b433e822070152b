const segmenter = typeof Intl !== 'undefined' && 'Segmenter' in Intl ? new Intl.Segmenter() : undefined

/**
 * Invisible characters that some programs copy along: control characters, direction marks and
 * overrides, word joiners. An override could reverse a whole line of the board. The joiners of
 * emoji and Persian are kept.
 */
const unseen = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** Characters that are drawn as nothing: joiners, fillers and the empty Braille cell. */
const blank = /[\p{Default_Ignorable_Code_Point}\u2800]/gu
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u

/** A letter's combining marks beyond those of any script: a pile overlaps the other lines. */
const piled = /((?:\p{M}[\u200c\u200d]*){6})[\p{M}\u200c\u200d]+/gu

/**
 * Normalises a person's name: trimmed, inner blanks collapsed, without invisible characters and
 * piles of marks, in Unicode NFC.
 * Empty where no visible character is left.
 */
export function normaliseName(name: string): string {
  const plain = name
    .replace(/\s+/gu, ' ')
    .replace(unseen, '')
    .normalize('NFC')
    .replace(piled, '$1')
    .replace(/ +/g, ' ')
    .trim()
  return seen.test(plain.replace(blank, '')) ? plain : ''
}

/** The number of characters as a person counts them, by `Intl.Segmenter` where it exists. */
export function countCharacters(text: string): number {
  return segmenter ? [...segmenter.segment(text)].length : Array.from(text).length
}
