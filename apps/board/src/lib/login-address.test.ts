import { expect, test } from 'vitest'
import { loginAddress } from './login-address.ts'

test.each([
  ['/board', {}, '/login?no2FA=1&from=%2Fboard'],
  ['/board?site=1&tab=out', {}, '/login?no2FA=1&from=%2Fboard%3Fsite%3D1%26tab%3Dout'],
  ['/board', { reason: 'ended' }, '/login?no2FA=1&from=%2Fboard&reason=ended'],
  ['/board', { isSecondFactorPending: true }, '/login?from=%2Fboard'],
] as const)('from %s with %j', (from, options, expected) => {
  expect(loginAddress(from, options)).toBe(expected)
})

test('the origin is read back as it was', () => {
  const from = '/board?site=a b&x=ñ#y'
  expect(new URL(loginAddress(from), 'https://h.example').searchParams.get('from')).toBe(from)
})
