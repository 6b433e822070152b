import { createClient, defineScript } from '@redis/client'
import type { RateRule } from '@gatehouse/validation/limits'
import { openRedisLink, type RedisWatch } from '../lib/redis-link.ts'
import { periodSeconds, secondsUntilFull } from '../lib/token-bucket.ts'
import type { BucketStore } from './bucket-store.ts'

const PREFIX = 'gatehouse:limits:'

/** Nodes' clocks and the server's may differ: a bucket is kept this much longer than it needs to be full again. */
const SLACK_SECONDS = 60

/**
 * Refills and takes in one step, which Redis runs alone. The time is the caller's; Redis's own only forgets the bucket.
 * KEYS: the bucket. ARGV: burst, amount, its period and now in milliseconds, life in seconds. Answers what the bucket held, as text:
 * Redis cuts numbers.
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
      redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', held - 1), 'at', ARGV[4])
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
      String(secondsUntilFull(rule) + SLACK_SECONDS),
    )
  },
  transformReply: (reply: unknown) => Number(reply),
})

/** KEYS: the bucket. ARGV: burst. A bucket that is not there is full already. */
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

const scripts = { takeToken, putBackToken }

/** A bucket of nobody, by which it is seen whether Redis writes. */
const probeRule: RateRule = { burst: 2, amount: 2, minutes: 1 }

/**
 * Buckets in Redis while it can be reached, and in the other store while it cannot: no call fails or goes free because Redis is
 * away. Resolves connected, or soon with Redis taken for away.
 */
export async function redisBuckets(
  url: string,
  standby: BucketStore,
  watch: RedisWatch,
): Promise<BucketStore & { close(): void }> {
  const link = await openRedisLink({
    ...watch,
    makeClient: (options) => createClient({ url, scripts, ...options }),
    probe: (client) => client.takeToken(`${PREFIX}probe`, probeRule, new Date()),
  })
  return {
    take: (rule, key, now) =>
      link.use(
        (client) => client.takeToken(PREFIX + key, rule, now),
        () => standby.take(rule, key, now),
      ),
    async giveBack(rule, key) {
      await link.use(
        async (client) => void (await client.putBackToken(PREFIX + key, rule)),
        () => standby.giveBack(rule, key),
      )
    },
    close: link.close,
  }
}
