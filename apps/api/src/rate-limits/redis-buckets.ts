import { createClient, defineScript } from '@redis/client'
import type { RateRule } from '@gatehouse/validation/limits'
import { openRedisLink, type RedisWatch } from './redis-link.ts'
import {
  CLOCK_TOLERANCE_SECONDS,
  periodSeconds,
  secondsUntilFull,
  type BucketStore,
  type MemberOfBucket,
} from './buckets.ts'

const PREFIX = 'gatehouse:limits:'
const MEMBERS = 'members:'

/** Until when a bucket has been refilled: a node with a slow clock does not set it back. In Lua, with `kept[2]` as it was and `now`. */
const refillTime = `math.max(now, math.min(tonumber(kept[2]) or now, now + ${CLOCK_TOLERANCE_SECONDS * 1000}))`

/**
 * Refills a bucket and takes a token, atomically. The caller gives the time; Redis uses its own only to expire the bucket.
 * KEYS: the bucket. ARGV: burst, amount, its period and now in milliseconds, life in seconds. Returns what the bucket contained, as
 * text, because Redis truncates numbers.
 */
const takeToken = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local burst, amount, period, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
    local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
    local held = burst
    if kept[1] and kept[2] then
      held = math.min(burst, kept[1] + math.max(0, now - kept[2]) * amount / period)
    end
    if held >= 1 then
      redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', held - 1), 'at', string.format('%d', ${refillTime}))
      redis.call('EXPIRE', KEYS[1], ARGV[5])
    end
    return string.format('%.17g', held)`,
  parseCommand(parser, key: string, rule: RateRule, now: Date) {
    parser.pushKey(key)
    parser.push(
      String(rule.burst),
      String(rule.amount),
      String(periodSeconds(rule) * 1000),
      String(now.getTime()),
      String(secondsUntilFull(rule) + CLOCK_TOLERANCE_SECONDS),
    )
  },
  transformReply: (reply: unknown) => Number(reply),
})

/** KEYS: the bucket. ARGV: burst. A missing bucket is full already. */
const putBackToken = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local tokens = redis.call('HGET', KEYS[1], 'tokens')
    if tokens then
      redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', math.min(tonumber(ARGV[1]), tokens + 1)))
    end
    return 1`,
  parseCommand(parser, key: string, { burst }: RateRule) {
    parser.pushKey(key)
    parser.push(String(burst))
  },
  transformReply: (reply: unknown) => reply,
})

/**
 * Takes a token for a member that the bucket does not remember.
 * KEYS: the bucket, the hash of its members (each with the end of its time and its life, in milliseconds). ARGV: burst, amount, its
 * period and now in milliseconds, the bucket's life in seconds, the member, how many tokens are wanted, the member's life in
 * milliseconds, how many members are kept. Returns what the bucket contained, as text, or `free`.
 */
const takeTokenForMember = defineScript({
  NUMBER_OF_KEYS: 2,
  SCRIPT: `
    local burst, amount, period, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
    local member, wanted, life, most = ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
    local function read(text)
      local expires, lasts = string.match(text, '^(%d+) (%d+)$')
      return tonumber(expires), tonumber(lasts)
    end
    local function keep(lasts)
      redis.call('HSET', KEYS[2], member, string.format('%d %d', now + lasts, lasts))
      local ends = math.ceil(lasts / 1000) + ${CLOCK_TOLERANCE_SECONDS}
      if redis.call('TTL', KEYS[2]) < ends then redis.call('EXPIRE', KEYS[2], ends) end
    end
    local known = redis.call('HGET', KEYS[2], member)
    if known then
      local expires, lasts = read(known)
      if expires > now then
        if expires < now + lasts * 0.9 then keep(lasts) end
        return 'free'
      end
    end
    local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
    local held = burst
    if kept[1] and kept[2] then
      held = math.min(burst, kept[1] + math.max(0, now - kept[2]) * amount / period)
    end
    if held >= wanted then
      redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', held - 1), 'at', string.format('%d', ${refillTime}))
      redis.call('EXPIRE', KEYS[1], ARGV[5])
      keep(life)
      if redis.call('HLEN', KEYS[2]) > most then
        local all, soonest, first = redis.call('HGETALL', KEYS[2]), nil, nil
        for index = 1, #all, 2 do
          local expires = read(all[index + 1])
          if expires <= now then
            redis.call('HDEL', KEYS[2], all[index])
          elseif not first or expires < first then
            soonest, first = all[index], expires
          end
        end
        if redis.call('HLEN', KEYS[2]) > most then redis.call('HDEL', KEYS[2], soonest) end
      end
    end
    return string.format('%.17g', held)`,
  parseCommand(
    parser,
    rule: RateRule,
    { key, member, wanted, lifeSeconds, most }: MemberOfBucket,
    now: Date,
  ) {
    parser.pushKey(PREFIX + key)
    parser.pushKey(PREFIX + MEMBERS + key)
    parser.push(
      String(rule.burst),
      String(rule.amount),
      String(periodSeconds(rule) * 1000),
      String(now.getTime()),
      String(secondsUntilFull(rule) + CLOCK_TOLERANCE_SECONDS),
      member,
      // Lua reads no "Infinity".
      String(Math.min(wanted, Number.MAX_SAFE_INTEGER)),
      String(lifeSeconds * 1000),
      String(most),
    )
  },
  transformReply: (reply: unknown) => (reply === 'free' ? 'free' : Number(reply)),
})

/** KEYS: the hash of members. ARGV: the member, now and its life in milliseconds. A missing member is not added. */
const setMemberLife = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local now, lasts = tonumber(ARGV[2]), tonumber(ARGV[3])
    if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
      redis.call('HSET', KEYS[1], ARGV[1], string.format('%d %d', now + lasts, lasts))
      local ends = math.ceil(lasts / 1000) + ${CLOCK_TOLERANCE_SECONDS}
      if redis.call('TTL', KEYS[1]) < ends then redis.call('EXPIRE', KEYS[1], ends) end
    end
    return 1`,
  parseCommand(
    parser,
    { key, member, lifeSeconds }: Pick<MemberOfBucket, 'key' | 'member' | 'lifeSeconds'>,
    now: Date,
  ) {
    parser.pushKey(PREFIX + MEMBERS + key)
    parser.push(member, String(now.getTime()), String(lifeSeconds * 1000))
  },
  transformReply: (reply: unknown) => reply,
})

const scripts = { takeToken, putBackToken, takeTokenForMember, setMemberLife }

/** A bucket for the probe, which tests whether Redis can write. */
const probeRule: RateRule = { burst: 2, amount: 2, minutes: 1 }

export interface RedisBuckets {
  /** A store that uses Redis while it can be reached, and the fallback while it cannot: no call fails or passes uncounted. */
  withFallback(fallback: BucketStore): BucketStore
  isConnected(): boolean
  close(): void
}

/** Connects to Redis. Resolves when it is connected, or after a short wait without Redis. */
export async function redisBuckets(url: string, watch: RedisWatch): Promise<RedisBuckets> {
  const link = await openRedisLink({
    ...watch,
    createClient: (options) => createClient({ url, scripts, ...options }),
    probe: (client) => client.takeToken(`${PREFIX}probe`, probeRule, new Date()),
  })
  return {
    withFallback: (fallback) => ({
      take: (rule, key, now) =>
        link.use(
          (client) => client.takeToken(PREFIX + key, rule, now),
          () => fallback.take(rule, key, now),
        ),
      async refund(rule, key) {
        await link.use(
          async (client) => void (await client.putBackToken(PREFIX + key, rule)),
          () => fallback.refund(rule, key),
        )
      },
      takeForMember: (rule, member, now) =>
        link.use<number | 'free'>(
          (client) => client.takeTokenForMember(rule, member, now),
          () => fallback.takeForMember(rule, member, now),
        ),
      setMemberLife: (member, now) =>
        link.use(
          async (client) => void (await client.setMemberLife(member, now)),
          () => fallback.setMemberLife(member, now),
        ),
    }),
    isConnected: link.isConnected,
    close: link.close,
  }
}
