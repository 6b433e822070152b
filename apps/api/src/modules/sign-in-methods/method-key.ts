import { randomInt } from 'node:crypto'
import { methodKeyAlphabet } from '@gatehouse/validation/method-key'

const CHARACTERS = 4

/** A random key in the alphabet of posters. Every key is as likely as any other. */
export function newMethodKey(random: (below: number) => number = randomInt): string {
  return Array.from({ length: CHARACTERS }, () => methodKeyAlphabet[random(methodKeyAlphabet.length)]).join(
    '',
  )
}
