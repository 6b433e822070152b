import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { OutboundFailure } from '@gatehouse/validation/outbound-url'
import ipaddr from 'ipaddr.js'
import type { FieldCode } from '@gatehouse/validation/field-codes'
import { AppError } from '../app-error.ts'

/** What the operator allows beyond the public internet: a network, or a host name. */
export type AllowedDestination = { network: [ipaddr.IPv4 | ipaddr.IPv6, number] } | { host: string }

/** A server used by the installation itself, such as its database. */
export interface OwnService {
  host: string
  port: number
}

/** Resolves a name to its addresses. Throws where there are none. */
export type ResolveName = (name: string) => Promise<string[]>

export interface DestinationRules {
  allowed: readonly AllowedDestination[]
  ownServices: readonly OwnService[]
  /** The host name of the installation itself. */
  ownHost: string
  resolveName?: ResolveName
  /** The addresses of this machine. */
  ownAddresses?: () => string[]
}

/** Decides which servers may be called at URLs that people have entered. */
export interface Destinations {
  /** Checks the URL alone. Its host may still resolve to a private address. */
  findFault(url: URL): OutboundFailure | undefined
  /**
   * Resolves the host once. The call must use these addresses, because a second look-up may have
   * another result (DNS rebinding).
   * @throws OutboundError where one of the addresses is not allowed; the error of the look-up
   */
  resolve(url: URL): Promise<string[]>
}

const LOWEST_FREE_PORT = 1024
const httpPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }

/** IPv4 addresses in IPv6-only networks (RFC 6052). */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96')
/** All addresses of the public internet are in this network (RFC 4291, 2.4). */
const globalUnicast = ipaddr.parseCIDR('2000::/3')
/** A public address that the Azure platform answers inside Azure. */
const platformAddresses: ReadonlySet<string> = new Set(['168.63.129.16'])

export function createDestinations({
  allowed,
  ownServices,
  ownHost,
  resolveName = lookUp,
  ownAddresses = addressesOfMachine,
}: DestinationRules): Destinations {
  const hosts = new Set(allowed.flatMap((one) => ('host' in one ? [one.host] : [])))
  const networks = allowed.flatMap((one) => ('network' in one ? [one.network] : []))
  const isAllowed = (address: Address) =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
  const isListed = (host: string) => {
    const address = readAddress(host)
    return address ? isAllowed(address) : hosts.has(host)
  }
  const resolveServices = async () => {
    const found = await Promise.all(
      ownServices.map(async ({ host, port }) => {
        // A service without an address can't be reached under one either.
        const addresses = isIP(host) ? [host] : await resolveName(host).catch(() => [])
        return addresses.flatMap((text) => {
          const address = readAddress(text)
          return address ? [{ address: address.toString(), port }] : []
        })
      }),
    )
    return found.flat()
  }

  const findFault: Destinations['findFault'] = (url) => {
    const host = hostOf(url)
    if (host === ownHost) return 'private_address'
    if (isListed(host)) return undefined
    const address = readAddress(host)
    if (address && !isPublic(address)) return 'private_address'
    if (url.protocol !== 'https:') return 'https_required'
    const port = portOf(url)
    return port === httpPorts['https:'] || port >= LOWEST_FREE_PORT ? undefined : 'port_refused'
  }

  return {
    findFault,
    async resolve(url) {
      const fault = findFault(url)
      if (fault) throw new OutboundError(fault)
      const host = hostOf(url)
      const addresses = isIP(host) ? [host] : await resolveName(host)
      if (addresses.length === 0) throw new OutboundError('name_not_found')
      const services = await resolveServices()
      const own = new Set(ownAddresses().map((text) => readAddress(text)?.toString()))
      const mayBeCalled = (text: string) => {
        const address = readAddress(text)
        if (!address) return false
        const isService = services.filter((service) => service.address === address.toString())
        // The installation's own services are never called, even in an allowed network.
        if (isService.some(({ port }) => port === portOf(url))) return false
        if (isAllowed(address) || hosts.has(host)) return true
        return isPublic(address) && isService.length === 0 && !own.has(address.toString())
      }
      if (!addresses.every(mayBeCalled)) throw new OutboundError('private_address')
      return addresses
    },
  }
}

/**
 * Parses a setting: a network such as `10.0.0.0/8`, an address, or a host name.
 * @returns undefined where it is none of them
 */
export function readAllowedDestination(text: string): AllowedDestination | undefined {
  const [address = '', bits, ...rest] = text.split('/')
  const network = readAddress(address)
  if (network) {
    const most = network.kind() === 'ipv4' ? 32 : 128
    const length = Number(bits ?? most)
    const isNetwork = rest.length === 0 && /^\d{1,3}$/.test(bits ?? '0') && length <= most
    return isNetwork ? { network: [network, length] } : undefined
  }
  const host = text.toLowerCase()
  const isName = /^(?:[a-z\d](?:[\w-]*[a-z\d])?\.)*[a-z](?:[\w-]*[a-z\d])?$/.test(host)
  return isName ? { host } : undefined
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The address that a packet reaches: an IPv4 address inside an IPv6 one counts as IPv4. */
function readAddress(text: string): Address | undefined {
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return undefined
  const address = ipaddr.process(text)
  return address instanceof ipaddr.IPv6 && address.match(...nat64)
    ? ipaddr.fromByteArray(address.toByteArray().slice(-4))
    : address
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv6
    ? address.match(...globalUnicast)
    : !platformAddresses.has(address.toString())
}

/** The host of a URL for comparison: without brackets and without a trailing dot. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (httpPorts[protocol] ?? 0) : Number(port)
}

async function lookUp(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true })
  return found.map(({ address }) => address)
}

function addressesOfMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
}

/** A call to an external server failed. The error names neither the server nor what was sent. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly code: OutboundFailure

  constructor(code: OutboundFailure, cause?: unknown) {
    super(`A call to another server failed: ${code}`, { cause })
    this.code = code
  }
}

const fieldCodeOf: Partial<Record<OutboundFailure, FieldCode>> = {
  https_required: 'url_https',
  port_refused: 'url_port',
  private_address: 'url_private',
}

/**
 * Refuses a URL that is not allowed whatever its host resolves to.
 * @throws AppError `url_not_allowed`
 */
export function assertUrlAllowed(destinations: Destinations, url: string): void {
  const fault = destinations.findFault(new URL(url))
  if (fault) throw new AppError('url_not_allowed', { fields: { url: fieldCodeOf[fault] ?? 'url_invalid' } })
}
