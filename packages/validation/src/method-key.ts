/** Letters and digits that cannot be mistaken for one another on a printed poster. */
export const methodKeyAlphabet = 'ABCDEFGHJKLMNPQRSTVWXYZ23456789'
export const methodKeyLength = 4
const methodKeyPattern = /^[A-HJ-NP-TV-Z2-9]{4}$/

/** Whether a text can be a public key of a method: 4 of A-H, J-N, P-T, V-Z and 2-9. */
export function isMethodKey(text: string): boolean {
  return methodKeyPattern.test(text)
}
