import { expect, it } from 'vitest'
import { emailKey } from './account.ts'

it.each([
  [' Ana@Example.org', 'ana@example.org'],
  ['info@Müller.example', 'info@xn--mller-kva.example'],
  ['info@mu\u0308ller.example', 'info@xn--mller-kva.example'],
  ['info@xn--mller-kva.example', 'info@xn--mller-kva.example'],
  ['Jose\u0301@example.org', 'jos\u00e9@example.org'],
  ['no address', 'no address'],
  ['%', '%'],
  ['', ''],
])('the key of %j is %j', (email, key) => expect(emailKey(email)).toBe(key))
