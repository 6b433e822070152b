import { isIPv4, isIPv6 } from 'node:net'

/** Stands for all addresses that cannot be parsed. They share one limit: a caller could invent any number of spellings. */
const UNREADABLE = 'unreadable'

/**
 * The IP address of a caller as the limits count it: an IPv4 address, also when it is mapped into IPv6 (RFC 4291, 2.5.5.2), or the /64 of an IPv6
 * address, which is what one subscriber gets. A connection that is gone has none.
 */
export function clientIpOf(address: string | undefined): string {
  const plain = withoutPort(address ?? '')
    .replace(/%.*$/, '')
    .toLowerCase()
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : UNREADABLE
  const groups = expand(plain)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const prefix = groups.slice(0, 4).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}

/** The /48 of an IPv6 address in the form of `clientIpOf`, which is what one organisation gets (RFC 6177); undefined for IPv4. */
export function ipv6PrefixOf(clientIp: string): string | undefined {
  return clientIp.endsWith('::/64') ? `${clientIp.split(':').slice(0, 3).join(':')}::/48` : undefined
}

/** The eight groups of an IPv6 address. */
function expand(address: string): number[] {
  const [left = [], right = []] = address.split('::').map(groupsOf)
  const missing = Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: missing }, () => 0), ...right]
}

function groupsOf(text: string): number[] {
  return text
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      if (!group.includes('.')) return [Number.parseInt(group, 16)]
      const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
      return [a * 256 + b, c * 256 + d]
    })
}

/** Some proxies add the port that a call came from (RFC 7239, section 6): `203.0.113.5:4000`, `[2001:db8::1]:4000`. */
function withoutPort(address: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}
