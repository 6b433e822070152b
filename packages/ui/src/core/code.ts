import { plainDigits } from '@gatehouse/validation/plain-digits'

/** The first `length` digits of a typed or pasted text. Other characters are dropped; digits of any script count. */
export function digitsOf(text: string, length: number): string {
  return plainDigits(text).replace(/\D/g, '').slice(0, length)
}
