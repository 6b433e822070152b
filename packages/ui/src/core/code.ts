/** The first `length` digits of a typed or pasted text. Other characters are dropped; full-width digits count. */
export function digitsOf(text: string, length: number): string {
  return text
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, length)
}
