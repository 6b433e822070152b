import { limits, rateRules } from '@gatehouse/validation/limits'
import type { Context } from '../../context.ts'
import { ipv6PrefixOf } from '../../lib/client-ip.ts'

type Caller = Pick<Context, 'limits' | 'clientIp' | 'now'>

/** Limits how many different method keys an address may request, to prevent enumeration. */
export type MethodKeyLimits = ReturnType<typeof createMethodKeyLimits>

export interface CountedKey {
  /** The key leads to a page. It then costs nothing for the address until tomorrow. */
  markOpen(): Promise<void>
  /** The key leads to no page. */
  markUnknown(): Promise<void>
}

const { methodKeys } = limits
const rule = 'methodKeysPerNetwork'
/** How many IPv6 sites above their limit this node remembers; beyond that it drops the oldest. */
const MOST_PREFIXES = 10_000

/**
 * All nodes share the counters. When a shared counter is used up, each address may request fewer
 * keys. This node remembers that until the counter has a token again, so an honest caller costs no
 * further query.
 */
export function createMethodKeyLimits() {
  let floodUntil = 0
  const prefixesUntil = new Map<string, number>()

  const neededTokens = ({ clientIp, now }: Caller): number => {
    const prefix = ipv6PrefixOf(clientIp)
    if (prefix !== undefined && (prefixesUntil.get(prefix) ?? 0) > now.getTime()) return Infinity
    return floodUntil > now.getTime() ? rateRules[rule].burst - methodKeys.shareInFlood + 1 : 1
  }
  const countFlood = async ({ limits: rates, now }: Caller) => {
    const seconds = await rates.takeIfAny('unknownMethodKeyInAll', '')
    if (seconds > 0) floodUntil = now.getTime() + seconds * 1000
  }
  const countPrefix = async ({ limits: rates, now, clientIp }: Caller) => {
    const prefix = ipv6PrefixOf(clientIp)
    if (prefix === undefined) return
    const seconds = await rates.takeIfAny('unknownMethodKeyPerIpv6Prefix', prefix)
    if (seconds === 0) return
    prefixesUntil.delete(prefix)
    prefixesUntil.set(prefix, now.getTime() + seconds * 1000)
    const oldest = prefixesUntil.keys().next()
    if (prefixesUntil.size > MOST_PREFIXES && !oldest.done) prefixesUntil.delete(oldest.value)
  }

  return {
    /**
     * Counts a key that an address requests. This happens before the key is looked up, so that a
     * throttled address gets the same response for known and unknown keys. A key that the address
     * used recently costs nothing.
     * @throws AppError `too_many_requests`
     */
    async count(caller: Caller, key: string): Promise<CountedKey> {
      const { limits: rates, clientIp } = caller
      const member = { key: clientIp, name: key, lifeSeconds: methodKeys.rememberedMinutes * 60 }
      const cost = await rates.takeForMember(rule, member, neededTokens(caller))
      return {
        async markOpen() {
          if (cost === 'free') return
          await rates.setMemberLife(rule, { ...member, lifeSeconds: methodKeys.openRememberedMinutes * 60 })
        },
        async markUnknown() {
          if (cost === 'paid') await Promise.all([countFlood(caller), countPrefix(caller)])
        },
      }
    },
  }
}
