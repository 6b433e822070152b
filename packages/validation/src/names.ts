const segmenter = typeof Intl !== 'undefined' && 'Segmenter' in Intl ? new Intl.Segmenter() : undefined

/**
 * What nobody sees and some programs copy along: control characters, marks and overrides of the writing direction, word joiners.
 * An override could turn a whole line of the board around. The joiners that emoji and Persian are written with stay.
 */
const unseen = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** Whether anything of a text can be seen: blanks, joiners, fillers, the empty Braille cell and marks without a letter cannot. */
const blank = /[\p{Default_Ignorable_Code_Point}\u2800]/gu
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u

/** A person's name as it is sent and stored: trimmed, inner blanks collapsed, nothing unseen, Unicode NFC; empty where nothing could be read. */
export function normaliseName(name: string): string {
  const plain = name.replace(/\s+/gu, ' ').replace(unseen, '').normalize('NFC').replace(/ +/g, ' ').trim()
  return seen.test(plain.replace(blank, '')) ? plain : ''
}

/** How many characters a person would count: grapheme clusters, or code points where the browser cannot tell them apart. */
export function countCharacters(text: string): number {
  return segmenter ? [...segmenter.segment(text)].length : Array.from(text).length
}
