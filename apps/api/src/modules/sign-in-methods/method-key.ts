import { randomInt } from 'node:crypto'
import { methodKeyAlphabet, methodKeyLength } from '@gatehouse/validation/method-key'

/** A random key in the alphabet of posters. Every key is as likely as any other. */
export function newMethodKey(random: (below: number) => number = randomInt): string {
  const characters = Array.from(
    { length: methodKeyLength },
    () => methodKeyAlphabet[random(methodKeyAlphabet.length)],
  )
  return characters.join('')
}
