import { expect, test } from 'vitest'
import { checkLogin } from './check-login.ts'

const form = (email: string, password: string) => {
  const data = new FormData()
  data.set('email', email)
  data.set('password', password)
  return data
}

test.each([
  ['', '', { email: 'email_invalid', password: 'password_required' }],
  ['ann', 'x', { email: 'email_invalid' }],
  ['ann@example.org', '', { password: 'password_required' }],
  ['ann@example.org', 'x'.repeat(1025), { password: 'too_long' }],
  ['ann@example.org', 'é'.repeat(513), { password: 'too_long' }],
])('%j and a password of %#: %j', (email, password, expected) => {
  expect(checkLogin(form(email, password))).toEqual({ errors: expected })
})

test('spaces around the address do not count, those of the password do', () => {
  expect(checkLogin(form(' ann@example.org ', ' secret ')).input).toMatchObject({
    email: 'ann@example.org',
    password: ' secret ',
  })
})
