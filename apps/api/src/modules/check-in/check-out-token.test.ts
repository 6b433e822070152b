import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyedHash } from '../../lib/keyed-hash.ts'
import { createCheckOutTokens } from './check-out-token.ts'

const secret = Buffer.alloc(32, 7).toString('base64url')
const tokens = createCheckOutTokens(keyedHash(secret, 'check-out'))

it('reads back what it was made of', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (clientId, visitId) => {
      expect(tokens.read(tokens.of({ clientId, visitId }))).toMatchObject({ scope: { clientId }, visitId })
    }),
  )
})

it('refuses a token of which any character was changed, cut or added', () => {
  const token = tokens.of({ clientId: crypto.randomUUID(), visitId: crypto.randomUUID() })
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_='
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...alphabet.split('')), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      if (changed !== token) expect(tokens.read(changed)).toBeUndefined()
    }),
  )
  for (const broken of ['', token.slice(1), token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`]) {
    expect(tokens.read(broken)).toBeUndefined()
  }
})

it('refuses a token of another installation', () => {
  const other = createCheckOutTokens(keyedHash(Buffer.alloc(32, 8).toString('base64url'), 'check-out'))
  expect(
    tokens.read(other.of({ clientId: crypto.randomUUID(), visitId: crypto.randomUUID() })),
  ).toBeUndefined()
})
