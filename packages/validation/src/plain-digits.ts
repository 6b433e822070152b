/** A text with its digits of any script (Arabic-Indic, Devanagari, full-width, …) as `0` to `9`. */
export const plainDigits = (text: string): string => text.normalize('NFKC').replace(/\p{Nd}/gu, valueOf)

/** In Unicode the ten digits of a script follow each other, and so may those of two scripts. */
function valueOf(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0
  let first = codePoint
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((codePoint - first) % 10)
}
