/** Invisible characters and white space. The blank of Braille has no ink either. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]+/gu
const dashes = /[\p{Pd}\u2212]/gu

/**
 * The key that all spellings of a number or name share: letters in any case and form, with blanks
 * and invisible characters anywhere. Two texts with the same key cannot be told apart. PostgreSQL's
 * `gatehouse_spelling_key` does the same.
 */
export function spellingKeyOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(unseen, '')
    .replace(dashes, '-')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
}
