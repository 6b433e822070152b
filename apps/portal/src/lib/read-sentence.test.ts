import { expect, test } from 'vitest'
import { readSentence } from './read-sentence.ts'

test.each([
  ['Please enter a valid phone number', 'invalid_phone', 'es', { field: 'phone_invalid' }],
  ['The current password is not correct.', 'wrong_password', 'es', { code: 'wrong_password' }],
  ['The current password is not correct.', 'wrong_password', 'en-AU', { code: 'wrong_password' }],
  ['It is your name.', 'weak_password', 'en-AU', { text: 'It is your name.' }],
  ['It is your name.', 'weak_password', 'en-US', { text: 'It is your name.' }],
  ['It is your name.', 'weak_password', 'es', { code: 'weak_password' }],
  [
    'Account is archived. Please contact your administrator.',
    'account_unavailable',
    'es',
    { account: 'archived' },
  ],
  ['Account is on holiday.', 'account_unavailable', 'es', { code: 'account_unavailable' }],
  [
    'Please choose a password that you do not use already.',
    'weak_password',
    'es',
    { field: 'password_reused' },
  ],
] as const)('%s (%s) in %s', (sentence, code, locale, expected) => {
  expect(readSentence(sentence, code, locale)).toEqual(expected)
})
