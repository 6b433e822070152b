import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { isBrowser } from './browser-half.ts'
import { readHostCookies, setHostCookie } from './host-cookie.ts'

const COOKIE = 'gatehouse-device'
const NONCE_BYTES = 12
const MAC_BYTES = 16
const DAY = 86_400
const LIFE_DAYS = 400
/** A reception's computer signs in several people; the longest silent one is forgotten first. */
const ACCOUNTS = 6

/**
 * Which accounts a browser has signed in to before: a cookie with one signed entry for each. A try from such a browser takes
 * from a bucket of its own, so that whoever attacks the account from elsewhere cannot lock its owner out. It opens nothing.
 */
export interface KnownDevices {
  /** Names the browser where it signed in to this address before; else undefined. */
  find(request: FastifyRequest, emailKey: string, now: Date): string | undefined
  /** Notes a login, if it is a browser's. */
  note(request: FastifyRequest, reply: FastifyReply, emailKey: string, now: Date): void
}

export function createKnownDevices(hash: KeyedHash): KnownDevices {
  const macOf = (nonce: string, day: string, emailKey: string) =>
    hash.digest(nonce, day, emailKey).subarray(0, MAC_BYTES)

  /** An entry is `nonce.day.mac`; only its own address can tell whether it is genuine. */
  const nonceOf = (entry: string, emailKey: string, now: Date): string | undefined => {
    const [nonce = '', day = '', mac = ''] = entry.split('.')
    const given = Buffer.from(mac, 'base64url')
    const wanted = macOf(nonce, day, emailKey)
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
    return dayOf(now) - Number.parseInt(day, 36) < LIFE_DAYS ? nonce : undefined
  }
  const entriesOf = (request: FastifyRequest) =>
    (readHostCookies(request, COOKIE)[0] ?? '').split('~').filter(Boolean).slice(0, ACCOUNTS)

  return {
    find(request, emailKey, now) {
      for (const entry of entriesOf(request)) {
        const nonce = nonceOf(entry, emailKey, now)
        if (nonce !== undefined) return nonce
      }
      return undefined
    },
    note(request, reply, emailKey, now) {
      if (!isBrowser(request)) return
      const entries = entriesOf(request)
      const own = entries.find((entry) => nonceOf(entry, emailKey, now) !== undefined)
      const nonce = own?.split('.')[0] ?? randomBytes(NONCE_BYTES).toString('base64url')
      const day = dayOf(now).toString(36)
      const fresh = [nonce, day, macOf(nonce, day, emailKey).toString('base64url')].join('.')
      const kept = [fresh, ...entries.filter((entry) => entry !== own)].slice(0, ACCOUNTS)
      setHostCookie(request, reply, COOKIE, kept.join('~'), LIFE_DAYS * DAY)
    },
  }
}

function dayOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / DAY)
}
