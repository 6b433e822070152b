import { rateRules } from '@gatehouse/validation/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../database.ts'
import { freePort } from '../../running-server.ts'
import { redisServers, type RedisServer, startRedis } from '../../redis-server.ts'
import { keyedHash } from '../../../src/lib/keyed-hash.ts'
import { postgresBuckets } from '../../../src/rate-limits/postgres-buckets.ts'
import { createRateLimits, type RateLimits } from '../../../src/rate-limits/rate-limit.ts'
import { redisBuckets } from '../../../src/rate-limits/redis-buckets.ts'

const hash = keyedHash(Buffer.alloc(32, 9).toString('base64url'), 'rate limits in tests')
const rule = 'loginPerAddress'
const { burst } = rateRules[rule]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const told: string[] = []
const closing: (() => void)[] = []
let keys = 0
let key: string
beforeEach(() => {
  told.length = 0
  key = `somebody ${(keys += 1)}`
})

async function limitsOver(url: string): Promise<RateLimits> {
  const buckets = await redisBuckets(url, {
    onUnavailable: (code) => void told.push(`away: ${code}`),
    onBack: () => void told.push('back'),
  })
  closing.push(() => buckets.close())
  return createRateLimits(buckets.withFallback(postgresBuckets(database.db)), hash, () => new Date())
}
afterAll(() => {
  for (const close of closing) close()
})

const tryTo = (limits: RateLimits) =>
  limits.take(rule, key).then(
    () => 'passed',
    (error: { code?: string }) => error.code ?? 'broken',
  )
const countPassed = async (limits: RateLimits, times: number) => {
  const results = await Promise.all(Array.from({ length: times }, () => tryTo(limits)))
  const count = (wanted: string) => results.filter((result) => result === wanted).length
  const passed = count('passed')
  expect(count('too_many_requests')).toBe(times - passed)
  return passed
}
async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
/** Waits for the next notification. */
const untilTold = (word: string) => expect.poll(() => told.at(-1), { timeout: 10_000 }).toBe(word)

it('without a Redis at its URL limits are counted in PostgreSQL, and that is reported once', async () => {
  const limits = await limitsOver(`redis://127.0.0.1:${await freePort()}`)
  expect(await countPassed(limits, 30)).toBe(burst)
  expect(await countPassed(limits, 30)).toBe(0)
  expect(told).toEqual(['away: ECONNREFUSED'])
})

it('without a Redis at its URL different things are counted in PostgreSQL', async () => {
  const limits = await limitsOver(`redis://127.0.0.1:${await freePort()}`)
  const askFor = (name: string) =>
    limits.takeForMember('methodKeysPerNetwork', { key, name, lifeSeconds: 60 }, 1).then(
      (result) => result,
      (error: { code?: string }) => error.code ?? 'broken',
    )
  const paid = []
  for (let number = 0; number < 30; number += 1) paid.push(await askFor(`thing ${number}`))
  expect(new Set(paid)).toEqual(new Set(['paid']))
  expect(await askFor('one more')).toBe('too_many_requests')
  expect(await askFor('thing 7')).toBe('free')
  await limits.setMemberLife('methodKeysPerNetwork', { key, name: 'thing 7', lifeSeconds: 120 })
})

describe.each(redisServers)('%s', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  it('that is killed under load neither blocks calls nor lifts limits, and is used again after its return', async () => {
    const limits = await limitsOver(redis.url)
    expect(await countPassed(limits, burst - 4)).toBe(burst - 4)
    const during = countPassed(limits, 60)
    await redis.kill()
    // What Redis had counted is lost: at most one full bucket more.
    expect(await during).toBeLessThanOrEqual(4 + burst)
    expect(await countPassed(limits, 60)).toBeLessThanOrEqual(burst)
    expect(await countPassed(limits, 60)).toBe(0)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/^away: \w+$/)
    await redis.restart()
    await untilTold('back')
    expect(await countPassed(limits, 30)).toBe(burst)
    expect(await countPassed(limits, 30)).toBe(0)
    expect(told).toHaveLength(2)
  })
  it('that sends nothing delays the calls of that moment by half a second, and no later ones', async () => {
    const limits = await limitsOver(redis.url)
    redis.freeze()
    let passed = 0
    const first = await milliseconds(async () => {
      passed = await countPassed(limits, 20)
    })
    expect(passed).toBe(burst)
    expect(first).toBeGreaterThan(400)
    expect(first).toBeLessThan(1900)
    const later = []
    for (let time = 0; time < 10; time += 1) later.push(await milliseconds(() => countPassed(limits, 1)))
    // A slow machine may delay single calls; Redis delays none.
    expect(later.toSorted((a, b) => a - b)[later.length >> 1]).toBeLessThan(400)
    expect(told).toEqual(['away: ETIMEDOUT'])
    redis.thaw()
    await untilTold('back')
    expect(told).toHaveLength(2)
  })
  it('that sends nothing at the start does not delay the start for long', async () => {
    redis.freeze()
    let limits: RateLimits | undefined
    expect(
      await milliseconds(async () => {
        limits = await limitsOver(redis.url)
      }),
    ).toBeLessThan(1900)
    expect(limits && (await countPassed(limits, 20))).toBe(burst)
    redis.thaw()
    await untilTold('back')
  })
  it('that refuses the password counts as unavailable, and the report contains no password', async () => {
    const limits = await limitsOver(redis.url.replace(redis.password, 'a-wrong-password'))
    expect(await countPassed(limits, 20)).toBe(burst)
    expect(told).toEqual(['away: WRONGPASS'])
  })
  it('that cannot write counts as unavailable although it responds, and is reported once', async () => {
    const limits = await limitsOver(redis.url)
    await redis.set('maxmemory', '1')
    expect(await countPassed(limits, 20)).toBe(burst)
    expect(told).toEqual(['away: OOM'])
    await redis.set('maxmemory', '0')
    await untilTold('back')
    expect(told).toHaveLength(2)
    expect(await countPassed(limits, 20)).toBe(burst)
  })
  it('that lost the script gets it again', async () => {
    const limits = await limitsOver(redis.url)
    expect(await countPassed(limits, 1)).toBe(1)
    await redis.forgetScripts()
    expect(await countPassed(limits, burst)).toBe(burst - 1)
    expect(told).toEqual([])
  })
})
