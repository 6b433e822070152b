import { plainDigits } from '@gatehouse/validation/plain-digits'

/** The first `length` digits of a text, in any script. Other characters are dropped. */
export function digitsOf(text: string, length: number): string {
  return plainDigits(text).replace(/\D/g, '').slice(0, length)
}
