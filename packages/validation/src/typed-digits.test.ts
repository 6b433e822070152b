import * as v from 'valibot'
import { expect, it } from 'vitest'
import { userInputFields } from './endpoints/users.ts'
import { PairingCode } from './fields.ts'

it('a pairing code is read in the digits of any script', () => {
  expect(v.parse(PairingCode, 'ab-２３ ٤٥-cd')).toBe('AB2345CD')
})

it('a phone extension is read in the digits of any script', () => {
  expect(v.parse(userInputFields.phone_extension, ' ٤٢ ')).toBe('42')
  expect(v.is(userInputFields.phone_extension, 'x٤')).toBe(false)
})
