const segmenter = typeof Intl !== 'undefined' && 'Segmenter' in Intl ? new Intl.Segmenter() : undefined

/** A person's name as it is sent and stored: trimmed, inner blanks collapsed, Unicode NFC. */
export function normaliseName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** How many characters a person would count: grapheme clusters, or code points where the browser cannot tell them apart. */
export function countCharacters(text: string): number {
  return segmenter ? [...segmenter.segment(text)].length : Array.from(text).length
}
