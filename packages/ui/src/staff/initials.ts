/**
 * The first letters of the first and last word of a name, as grapheme clusters: accents and emoji
 * stay whole.
 */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').split(/\s+/u).filter(Boolean)
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return ends.map((word) => firstLetter(word).toLocaleUpperCase()).join('')
}

// A word without letters, such as a number, contributes its first character.
function firstLetter(word: string): string {
  const found = /\p{L}\p{M}*/u.exec(word) ?? /\S/u.exec(word)
  return found?.[0] ?? ''
}
