import { expect, test } from 'vitest'
import { isLoopbackHost, isLoopbackUrl } from './loopback.ts'

test.each(['localhost', 'pulse.localhost', '127.0.0.1', '127.8.0.9', '::1', '[::1]', 'LOCALHOST'])(
  '%s is this machine',
  (host) => expect(isLoopbackHost(host)).toBe(true),
)
test.each(['192.168.1.20', '0.0.0.0', 'localhost.example', '127.example', 'gate.example', '[::2]'])(
  '%s is another machine',
  (host) => expect(isLoopbackHost(host)).toBe(false),
)
test('an address is read with its port', () => {
  expect(isLoopbackUrl('http://[::1]:8080/ABCD')).toBe(true)
  expect(isLoopbackUrl('http://192.168.1.20:8080/localhost')).toBe(false)
})
