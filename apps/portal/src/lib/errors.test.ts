import { ApiError } from '@gatehouse/api-client/api-error'
import { errorMessages, loginFieldMessages } from '@gatehouse/i18n/error-messages'
import { fieldMessages } from '@gatehouse/i18n/field-messages'
import { expect, test } from 'vitest'
import { fieldErrorsOf, readError } from './errors.ts'

const errorOf = (status: number, body: object) => new ApiError(status, { statusCode: status, ...body }, null)
const unavailable = { code: 'account_unavailable', message: 'Account is on holiday.' }

test.each([
  ['an unknown code', 422, { code: 'moon_is_full', message: 'Moon.' }, 'es', { code: 'bad_request' }],
  ['an unknown code', 422, { code: 'moon_is_full', message: 'Moon.' }, 'en-AU', { text: 'Moon.' }],
  ['an unknown code', 403, { code: 'moon_is_full', message: 'Moon.' }, 'es', { code: 'forbidden' }],
  ['a response that is not the declared one', 502, { oops: true }, 'es', { code: 'internal' }],
  [
    'an unknown account status',
    403,
    { ...unavailable, account_status: 'on_holiday' },
    'es',
    { code: 'account_unavailable' },
  ],
  [
    'a name that every object has',
    403,
    { ...unavailable, account_status: 'toString' },
    'es',
    { code: 'account_unavailable' },
  ],
  [
    'an account status',
    403,
    { ...unavailable, account_status: 'archived' },
    'es',
    { accountStatus: 'archived' },
  ],
  ['a known code', 422, { code: 'wrong_password', message: 'x' }, 'es', { code: 'wrong_password' }],
  ['a known code', 422, { code: 'wrong_password', message: 'x' }, 'en-AU', { code: 'wrong_password' }],
])('%s (%i %j) in %s', (_, status, body, locale, expected) => {
  expect(readError(errorOf(status, body), locale)).toEqual(expected)
})

test.each([
  ['an unknown code', 'moon_is_full', 'es', errorMessages.weak_password],
  ['an unknown code', 'moon_is_full', 'en-AU', 'It is your name.'],
  ['a name that every object has', 'toString', 'es', errorMessages.weak_password],
  ['no code', undefined, 'es', errorMessages.weak_password],
  ['no code', undefined, 'en-US', 'It is your name.'],
  ['a known code', 'password_reused', 'es', fieldMessages.password_reused],
  ['a known code', 'password_reused', 'en-AU', fieldMessages.password_reused],
])('%s (%s) beside a field in %s', (_, fieldCode, locale, expected) => {
  const error = errorOf(422, {
    code: 'weak_password',
    message: 'x',
    fields: { newPassword: 'It is your name.' },
    ...(fieldCode !== undefined && { field_codes: { newPassword: fieldCode } }),
  })
  expect(fieldErrorsOf(error, locale, fieldMessages)).toEqual({ newPassword: expected })
})

test('a code that the form has no text for is told in the words of the server', () => {
  const body = {
    code: 'bad_request',
    message: 'x',
    fields: { url: 'No.' },
    field_codes: { url: 'url_private' },
  }
  expect(fieldErrorsOf(errorOf(422, body), 'en-AU', loginFieldMessages)).toEqual({ url: 'No.' })
})
