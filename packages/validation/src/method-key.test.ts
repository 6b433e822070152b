import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isMethodKey, methodKeyAlphabet } from './method-key.ts'

it.each(['GATE', 'DESK', 'HEAT', 'RDGE', '2345', 'ZZ99'])('%s is a key', (key) => {
  expect(isMethodKey(key)).toBe(true)
})

it.each(['gate', 'GAT', 'GATES', 'HOME', 'IIII', 'UUUU', 'GA1E', 'GA0E', 'GAT\n', ' GAT', ''])(
  '%j is none',
  (key) => {
    expect(isMethodKey(key)).toBe(false)
  },
)

it('has 31 characters, which make 923,521 keys, all of them valid', () => {
  expect(methodKeyAlphabet).toHaveLength(31)
  const character = fc.constantFrom(...methodKeyAlphabet.split(''))
  fc.assert(
    fc.property(fc.array(character, { minLength: 4, maxLength: 4 }), (key) => isMethodKey(key.join(''))),
  )
})
