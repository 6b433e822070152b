import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Replaces unparsable addresses. They share one limit: a caller could invent any spellings. */
const UNREADABLE = 'unreadable'

/**
 * A caller's IP address for rate limits: an IPv4 address, also when mapped into IPv6 (RFC 4291,
 * 2.5.5.2), or the /64 of an IPv6 address, which is what one subscriber gets. A closed
 * connection has no address.
 */
export function clientIpOf(address: string | undefined): string {
  const plain = withoutPort(address ?? '').replace(/%.*$/, '')
  if (isIP(plain) === 0) return UNREADABLE
  const known = ipaddr.process(plain)
  if (known instanceof ipaddr.IPv4) return known.toString()
  const prefix = known.parts.slice(0, 4).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}

/** The /48 of an IPv6 `clientIpOf`, what one organisation gets (RFC 6177); undefined for IPv4. */
export function ipv6PrefixOf(clientIp: string): string | undefined {
  return clientIp.endsWith('::/64') ? `${clientIp.split(':').slice(0, 3).join(':')}::/48` : undefined
}

/** Whether the address of a connection is of this machine, also when mapped into IPv6. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

/** Whether an address of the proxy chain is trusted, for Fastify's `trustProxy`. */
export function trustedHops(proxies: readonly string[]): false | ((address: string, hop: number) => boolean) {
  if (proxies.length === 0) return false
  const trusts = compile([...proxies])
  return (address, hop) => trusts(withoutPort(address), hop)
}

/**
 * Removes the port that some proxies add (RFC 7239, section 6): `203.0.113.5:4000`,
 * `[2001:db8::1]:4000`.
 */
function withoutPort(address: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}
