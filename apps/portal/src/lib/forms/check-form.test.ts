import { loginFieldMessages } from '@gatehouse/i18n/error-messages'
import { forgotPasswordEndpoint } from '@gatehouse/validation/endpoints/password'
import { LoginInput } from '@gatehouse/validation/endpoints/sessions'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { numberIn, wholeNumberIn } from '@gatehouse/validation/number-range'
import { checkForm } from './check-form.ts'

test.each([
  ['', '', { email: 'email_invalid', password: 'password_required' }],
  ['ann', 'x', { email: 'email_invalid' }],
  ['ann@example.org', '', { password: 'password_required' }],
  ['ann@example.org', 'x'.repeat(1025), { password: 'too_long' }],
  ['ann@example.org', 'é'.repeat(513), { password: 'too_long' }],
  [null, 7, { email: 'wrong_type', password: 'wrong_type' }],
])('%j and a password of %#: %j', (email, password, expected) => {
  expect(checkForm(LoginInput, { email, password })).toEqual({ errors: expected })
})

test('a field in a list is named by its path', () => {
  const people = [
    { email: 'ann@example.org', password: 'x' },
    { email: 'bob', password: 'x' },
  ]
  const errors = { 'people.1.email': 'email_invalid' }
  expect(checkForm(v.object({ people: v.array(LoginInput) }), { people })).toEqual({ errors })
})

test('spaces around the email do not count, those of the password do', () => {
  expect(checkForm(LoginInput, { email: ' ann@example.org ', password: ' secret ' }).input).toMatchObject({
    email: 'ann@example.org',
    password: ' secret ',
  })
})

test('a sentence of the library is a wrong type', () => {
  const schema = v.object({ age: v.pipe(v.number(), v.minValue(18)) })
  expect(checkForm(schema, { age: 3 })).toEqual({ errors: { age: 'wrong_type' } })
})

test('an error of the values as a whole has a path too', () => {
  expect(checkForm(LoginInput, 'ann')).toEqual({ errors: { body: 'wrong_type' } })
})

test.each(['', 'ann', 'x'.repeat(5000), '\u0000', null, 7])(
  'the login has a text for each error of %j',
  (value) => {
    const values = { email: value, password: value, more: value }
    for (const schema of [LoginInput, forgotPasswordEndpoint.body])
      for (const code of Object.values(checkForm(schema, values).errors))
        expect(Object.keys(loginFieldMessages)).toContain(code)
  },
)

test.each([
  ['too small', 0],
  ['too large', 61],
  ['not whole', 1.5],
  ['no number', 'some'],
  ['empty', ''],
])('a number that is %s is told with its range', (_, seconds) => {
  const schema = v.object({ seconds: v.nullable(wholeNumberIn({ min: 1, max: 60 })) })
  expect(checkForm(schema, { seconds })).toEqual({
    errors: { seconds: { min: 1, max: 60, isWhole: true } },
  })
})

test('a number with decimals is told with its range', () => {
  const schema = v.object({ celsius: numberIn({ min: 25, max: 45.5 }) })
  expect(checkForm(schema, { celsius: 46 })).toEqual({
    errors: { celsius: { min: 25, max: 45.5, isWhole: false } },
  })
})
