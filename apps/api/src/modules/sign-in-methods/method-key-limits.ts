import { limits, rateRules } from '@gatehouse/validation/limits'
import type { Context } from '../../context.ts'
import { ipv6SiteOf } from '../../lib/network.ts'

type Asker = Pick<Context, 'limits' | 'network' | 'now'>

/** Who tries out method keys is told no more of them; who comes to a venue is not kept out. */
export interface MethodKeyLimits {
  /**
   * Counts a key that an address asks for, before it is known whether there is a method under it: what a throttled address is told
   * does not depend on that. A key that the address used lately is free.
   * @throws AppError `too_many_requests`
   */
  ask(asker: Asker, key: string): Promise<AskedKey>
}

export interface AskedKey {
  /** There is a page under the key: the address may come back to it tomorrow. */
  isOpen(): Promise<void>
  /** There is none, or none any more. */
  isUnknown(): Promise<void>
}

const { methodKeys } = limits
const rule = 'methodKeysPerNetwork'
/** How many IPv6 sites above their limit are known at once; beyond it the oldest is let go. */
const MOST_SITES = 10_000

/**
 * The counts are shared by all nodes. What follows from a common count that is used up – whoever invents addresses finds each of them
 * allowed less – this node keeps in mind until there should be a token again, so that an honest caller costs no further query.
 */
export function createMethodKeyLimits(): MethodKeyLimits {
  let floodUntil = 0
  const sitesUntil = new Map<string, number>()

  const wantedOf = ({ network, now }: Asker): number => {
    const site = ipv6SiteOf(network)
    if (site !== undefined && (sitesUntil.get(site) ?? 0) > now.getTime()) return Infinity
    return floodUntil > now.getTime() ? rateRules[rule].burst - methodKeys.shareInFlood + 1 : 1
  }
  const noteFlood = async ({ limits: rates, now }: Asker) => {
    const seconds = await rates.takeIfAny('unknownMethodKeyInAll', '')
    if (seconds > 0) floodUntil = now.getTime() + seconds * 1000
  }
  const noteSite = async ({ limits: rates, now, network }: Asker) => {
    const site = ipv6SiteOf(network)
    if (site === undefined) return
    const seconds = await rates.takeIfAny('unknownMethodKeyPerSite', site)
    if (seconds === 0) return
    sitesUntil.delete(site)
    sitesUntil.set(site, now.getTime() + seconds * 1000)
    const oldest = sitesUntil.keys().next()
    if (sitesUntil.size > MOST_SITES && !oldest.done) sitesUntil.delete(oldest.value)
  }

  return {
    async ask(asker, key) {
      const { limits: rates, network } = asker
      const member = { key: network, name: key, lifeSeconds: methodKeys.rememberedMinutes * 60 }
      const asked = await rates.takeForMember(rule, member, wantedOf(asker))
      return {
        async isOpen() {
          if (asked === 'free') return
          await rates.setMemberLife(rule, { ...member, lifeSeconds: methodKeys.openRememberedMinutes * 60 })
        },
        async isUnknown() {
          if (asked === 'paid') await Promise.all([noteFlood(asker), noteSite(asker)])
        },
      }
    },
  }
}
