import { type RateRuleName, rateRules } from '@gatehouse/validation/limits'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countQueries } from '../../test/count-queries.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { openSuperuserConnection } from '../../test/superuser.ts'
import { AppError } from '../lib/app-error.ts'
import { keyedHash } from '../lib/keyed-hash.ts'
import { setMemberLife, takeTokenForMember } from './bucket-queries.ts'
import { createRateLimits, type RateLimits } from './rate-limit.ts'

const hash = keyedHash(Buffer.alloc(32, 7).toString('base64url'), 'rate limits in tests')
const rules = ['loginPerAddress', 'loginPerNetwork', 'forgotPerAddress', 'methodKeysPerNetwork'] as const

/** The tolerance between two ways of calculating, in tokens. */
const EDGE = 1e-9

/** Until when a bucket is refilled after a call at `now`. */
const refillTime = (before: number, now: number) => Math.max(now, Math.min(before, now + 60_000))

/** A reference model of the limits, by plain counting. */
function countingModel() {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const held = (rule: RateRuleName, key: string, now: number) => {
    const { burst, amount, minutes } = rateRules[rule]
    const known = buckets.get(`${rule} ${key}`)
    if (!known) return burst
    return Math.min(burst, known.tokens + (Math.max(0, now - known.at) / 60_000) * (amount / minutes))
  }
  return {
    /**
     * Whether a call may have passed. At the edge both results are right, and the model follows.
     */
    agrees(passed: boolean, rule: RateRuleName, key: string, now: number): boolean {
      const tokens = held(rule, key, now)
      const at = refillTime(buckets.get(`${rule} ${key}`)?.at ?? now, now)
      if (passed) buckets.set(`${rule} ${key}`, { tokens: tokens - 1, at })
      return passed ? tokens > 1 - EDGE : tokens < 1 + EDGE
    },
    refund(rule: RateRuleName, key: string) {
      const known = buckets.get(`${rule} ${key}`)
      if (known) known.tokens = Math.min(rateRules[rule].burst, known.tokens + 1)
    },
  }
}

describe('limits', () => {
  let database: TestDatabase
  let limits: RateLimits
  const clock = { now: new Date() }
  let run = 0

  beforeAll(async () => {
    database = await createTestDatabase()
    limits = createRateLimits(database.db, hash, () => clock.now)
  })
  afterAll(() => database.drop())

  const passes = (rule: RateRuleName, key: string) =>
    limits.take(rule, key).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'too_many_requests') return false
        throw error
      },
    )

  it.each([1, 2, 5])('let through no more than there are, of 100 at once, %i times', async (time) => {
    const results = await Promise.all(
      Array.from({ length: 100 }, () => passes('loginPerAddress', `race ${time}`)),
    )
    expect(results.filter(Boolean)).toHaveLength(rateRules.loginPerAddress.burst)
  })
  it('agree with plain counting for any order of calls and any clock', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('take' as const), key: fc.nat(2) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), key: fc.nat(2) }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('wait' as const),
          seconds: fc.integer({ min: -60, max: 900 }),
        }),
      },
    )
    const property = fc.asyncProperty(
      fc.constantFrom(...rules),
      fc.array(step, { minLength: 5, maxLength: 60 }),
      async (rule, steps) => {
        run += 1
        const model = countingModel()
        for (const one of steps) {
          if (one.kind === 'wait') clock.now = new Date(clock.now.getTime() + one.seconds * 1000)
          else {
            const key = `run ${run} ${one.key}`
            if (one.kind === 'take') {
              const passed = await passes(rule, key)
              expect(model.agrees(passed, rule, key, clock.now.getTime())).toBe(true)
            } else {
              await limits.refund(rule, key)
              model.refund(rule, key)
            }
          }
        }
      },
    )
    await fc.assert(property, { numRuns: 40 })
  })
  it.each([2, 30, 59])('refill nothing twice where the clocks of two nodes are %i s apart', async (apart) => {
    const real = clock.now.getTime()
    const key = `apart ${apart}`
    run += 1
    const members = `members ${run}`
    const member = (time: number) => ({
      key: members,
      member: `${time}`,
      wanted: 1,
      lifeSeconds: 60,
      most: 99,
    })
    let passed = 0
    let granted = 0
    for (let time = 0; time < 40; time += 1) {
      clock.now = new Date(real + (time % 2) * apart * 1000)
      if (await passes('loginPerAddress', key)) passed += 1
      const rule = rateRules.loginPerAddress
      if (Number(await takeTokenForMember(database.db, rule, member(time), clock.now)) >= 1) granted += 1
    }
    clock.now = new Date(real)
    const { burst, amount, minutes } = rateRules.loginPerAddress
    const most = Math.floor(burst + (apart * amount) / (minutes * 60))
    expect(passed).toBe(most)
    expect(granted).toBe(most)
  })
  it('say how long to wait, and then let one through', async () => {
    while (await passes('forgotPerAddress', 'patient'));
    const error = await limits.take('forgotPerAddress', 'patient').catch((caught: unknown) => caught)
    const seconds = error instanceof AppError ? (error.retryAfterSeconds ?? 0) : 0
    expect(seconds).toBe(20 * 60)
    clock.now = new Date(clock.now.getTime() + (seconds - 1) * 1000)
    expect(await passes('forgotPerAddress', 'patient')).toBe(false)
    clock.now = new Date(clock.now.getTime() + 1000)
    expect(await passes('forgotPerAddress', 'patient')).toBe(true)
    expect(await passes('forgotPerAddress', 'patient')).toBe(false)
  })
  it('fill no bucket above its burst', async () => {
    await limits.refund('forgotPerAddress', 'brim')
    await limits.take('forgotPerAddress', 'brim')
    for (let time = 0; time < 5; time += 1) await limits.refund('forgotPerAddress', 'brim')
    const results = []
    for (let time = 0; time < 5; time += 1) results.push(await passes('forgotPerAddress', 'brim'))
    expect(results).toEqual([true, true, true, false, false])
  })
  it('take one token for a member and none while it is remembered, as plain counting does', async () => {
    const rule = { burst: 3, amount: 3, minutes: 1 }
    const most = 4
    const step = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          kind: fc.constant('ask' as const),
          member: fc.nat(8),
          wanted: fc.constantFrom(1, 1, 1, 3, Infinity),
          lifeSeconds: fc.constantFrom(30, 90),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('set life' as const), member: fc.nat(8) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('wait' as const),
          seconds: fc.integer({ min: 0, max: 40 }),
        }),
      },
    )
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 50 }), async (steps) => {
      run += 1
      const key = `members ${run}`
      let bucket = { tokens: rule.burst, at: clock.now.getTime() }
      const members = new Map<string, { life: number; expires: number }>()
      for (const one of steps) {
        // Distinct times, so that the order of expiry is defined.
        const now = clock.now.getTime() + 1
        clock.now = new Date(now)
        if (one.kind === 'wait') {
          clock.now = new Date(now + one.seconds * 1000)
          continue
        }
        const member = String(one.member)
        const known = members.get(member)
        if (one.kind === 'set life') {
          // An expired member may be removed already, or not.
          if (known && known.expires <= now) continue
          await setMemberLife(database.db, { key, member, lifeSeconds: 200 }, clock.now)
          if (known) members.set(member, { life: 200_000, expires: now + 200_000 })
          continue
        }
        const { wanted, lifeSeconds } = one
        const result = await takeTokenForMember(
          database.db,
          rule,
          { key, member, wanted, lifeSeconds, most },
          clock.now,
        )
        if (known && known.expires > now) {
          expect(result).toBe('free')
          if (known.expires < now + known.life * 0.9) known.expires = now + known.life
          continue
        }
        const tokens = Math.min(rule.burst, bucket.tokens + (now - bucket.at) / 20_000)
        expect(result).toBeCloseTo(tokens, 6)
        // At the edge the model follows.
        if (Number(result) < wanted) continue
        bucket = { tokens: tokens - 1, at: now }
        members.set(member, { life: lifeSeconds * 1000, expires: now + lifeSeconds * 1000 })
        const byEnd = [...members].toSorted(([, left], [, right]) => right.expires - left.expires)
        for (const [forgotten] of byEnd.slice(most)) members.delete(forgotten)
      }
    })
    await fc.assert(property, { numRuns: 40 })
  })
  it('take one token for one member that many calls name at once', async () => {
    const rule = { burst: 3, amount: 3, minutes: 1 }
    const askFor = (member: string) =>
      takeTokenForMember(
        database.db,
        rule,
        { key: 'crowd', member, wanted: 1, lifeSeconds: 60, most: 9 },
        clock.now,
      )
    const same = await Promise.all(Array.from({ length: 50 }, () => askFor('same')))
    expect(same.filter((result) => result !== 'free')).toEqual([3])
    const different = await Promise.all(
      Array.from({ length: 50 }).map((__, number) => askFor(`other ${number}`)),
    )
    expect(different.filter((result) => Number(result) >= 1)).toHaveLength(2)
  })
  it('store no name of anybody', async () => {
    const name = 'canary@test.example'
    for (const rule of Object.keys(rateRules) as RateRuleName[])
      for (let time = 0; time <= (rateRules[rule].perNode ?? 0); time += 1) await limits.take(rule, name)
    const member = { key: name, name, lifeSeconds: 3600 }
    await limits.takeForMember('methodKeysPerNetwork', member, 1)
    await limits.setMemberLife('methodKeysPerNetwork', { ...member, lifeSeconds: 7200 })
    const sql = openSuperuserConnection(database)
    const buckets = await sql<{ key: string }[]>`
      select key from rate_buckets where key !~ '^(members|crowd)'`
    expect(buckets.length).toBeGreaterThanOrEqual(Object.keys(rateRules).length)
    for (const { key } of buckets) expect(key).toMatch(/^[\w-]{43}$/)
    const members = await sql<{ text: string }[]>`
      select concat(bucket, member) as text from rate_members where bucket !~ '^(members|crowd)'`
    expect(members).not.toEqual([])
    for (const { text } of members) expect(text).toMatch(/^[\w-]{86}$/)
  })
  it('grant the share of a node without a query, exactly the rule on one node, and a share more on each further one', async () => {
    const { burst, perNode = 0 } = rateRules.checkIn
    const counted = countQueries(database.db)
    const nodes = [0, 1].map(() => createRateLimits(counted.db, hash, () => clock.now))
    const granted = async (node: RateLimits | undefined, tries: number) => {
      let count = 0
      for (let time = 0; time < tries; time += 1)
        count += await (node?.take('checkIn', 'venue') ?? Promise.reject(new Error('No node'))).then(
          () => 1,
          () => 0,
        )
      return count
    }
    expect(await granted(nodes[0], perNode)).toBe(perNode)
    expect(counted.statements).toEqual([])
    expect(await granted(nodes[0], burst)).toBe(burst - perNode)
    expect(await granted(nodes[1], burst)).toBe(perNode)
    // The shared part refills at the rule's rate, a share only after a pause.
    clock.now = new Date(clock.now.getTime() + 30_000)
    expect(await granted(nodes[0], burst)).toBe(30)
    await nodes[0]?.refund('checkIn', 'venue')
    expect(await granted(nodes[0], burst)).toBe(1)
    clock.now = new Date(clock.now.getTime() + 200_000)
    expect(await granted(nodes[0], 2 * burst)).toBe(burst)
  })
})
