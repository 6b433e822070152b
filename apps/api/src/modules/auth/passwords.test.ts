import { expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

it('hashes at the recommended cost, whatever cost the tests have', async () => {
  const passwords = await createPasswords()
  const hashed = await passwords.hash('Bellbird-harbour-52')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches('Bellbird-harbour-52', hashed)).toBe(true)
  expect(await passwords.matches('Bellbird-harbour-53', hashed)).toBe(false)
  expect(await passwords.matches('Bellbird-harbour-52', undefined)).toBe(false)
})

it('reads the cost out of the hash, so that a change of it locks nobody out', async () => {
  const earlier = await createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
  const hashed = await earlier.hash('Bellbird-harbour-52')
  expect(await (await createPasswords()).matches('Bellbird-harbour-52', hashed)).toBe(true)
})
