import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { createPasswords, strangerIn, testCost } from './passwords.ts'

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

it('compares passwords in NFC, and opens what was hashed in another form', async () => {
  const [composed, decomposed] = ['Caf\u00e9-harbour-52', 'Cafe\u0301-harbour-52']
  const passwords = await createPasswords(testCost)
  const hashed = await passwords.hash(decomposed)
  expect(await passwords.matches(composed, hashed)).toBe(true)
  expect(await passwords.matches(decomposed, hashed)).toBe(true)
  const earlier = await hash(decomposed, testCost)
  expect(await passwords.matches(decomposed, earlier)).toBe(true)
  expect(await passwords.matches(decomposed, undefined)).toBe(false)
})

it('lets nobody who is known wait for all the strangers who try passwords', async () => {
  const passwords = await createPasswords(testCost)
  const hashed = await passwords.hash('Bellbird-harbour-52')
  let tried = 0
  const flood = Array.from({ length: 300 }, async (_, at) => {
    await passwords.matches('guess', undefined, strangerIn(`network ${at}`))
    tried += 1
  })
  const before = await passwords.matches('Bellbird-harbour-52', hashed).then(() => tried)
  expect(before).toBeLessThan(flood.length / 2)
  await Promise.all(flood)
})

it('refuses one network alone that has too many tries waiting', async () => {
  const passwords = await createPasswords(testCost)
  const tries = Array.from({ length: 1000 }, () => passwords.matches('guess', undefined, strangerIn('one')))
  const other = passwords.matches('guess', undefined, strangerIn('another'))
  const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(await other).toBe(false)
})
