/** The first `length` digits of what was typed or pasted: spaces, dashes and words fall away, full-width digits count. */
export function digitsOf(text: string, length: number): string {
  return text
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, length)
}
