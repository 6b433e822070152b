import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCommonPassword, isWeakPassword } from './strength.ts'

const own = ['Harbour Venues Pty Ltd', 'Robin', 'Okonkwo', 'robin@harbour.example']

describe('a weak password', () => {
  it.each([
    'password',
    'Password1',
    'P@ssw0rd!',
    'p455w0rd2026',
    'passwordpassword',
    'qwertyuiop',
    'QWERTY123456',
    '12345678',
    '87654321',
    '1234567890123',
    'abcdefgh',
    'aaaaaaaa',
    'abcabcabcabc',
    '🔑🔑🔑🔑🔑🔑🔑🔑',
    'Welcome2026!',
    'Summer-2026',
    'iloveyou!!',
    'letmein123',
    'Contraseña1',
    'Gatehouse2026',
    'Gatehouse-demo-2026',
    'batbooth!!!1',
    'Harbour2026',
    'harbour-venues',
    'R0bin.Okonkwo',
    '        ',
    '!@#$%^&*',
    '!@#$%^&*()_+',
    'a1!!!!!!',
  ])('is %s', (password) => {
    expect(isWeakPassword(password, own)).toBe(true)
  })
  it.each([
    'correct horse battery',
    'the harbour is cold in winter rain',
    'gatehouse keeper eats figs',
    'tv8Kq2mZ',
    'Xk7!pQz9w',
    'ñandúes y quirquinchos',
    'ключ от квартиры',
    'a walk to the 3rd lighthouse',
    '#]^{~<>}:=/;',
    '😀🎉🔥💎😎🌊',
  ])('is not %s', (password) => {
    expect(isWeakPassword(password, own)).toBe(false)
  })
  it('is the owner’s word for the owner only', () => {
    expect(isWeakPassword('Okonkwo-1980', own)).toBe(true)
    expect(isCommonPassword('Okonkwo-1980')).toBe(false)
  })
  it('is decided for any text, in no time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1024 }), (text) => {
        expect(typeof isWeakPassword(text, own)).toBe('boolean')
      }),
    )
  })
  it('stays weak with digits and signs around it', () => {
    const around = fc.stringMatching(/^[!?.*#-]{0,4}$/)
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect(isWeakPassword(`${before}dragon${after}`, [])).toBe(true)
      }),
    )
  })
})
