import { serverLimits } from '@gatehouse/validation/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS } from '../../lib/durations.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { readHostCookies, setHostCookie } from '../auth/host-cookie.ts'

const COOKIE = 'gatehouse-phone'
const SEPARATOR = '~'
const ENTRY_BYTES = 16
const { days, peoplePerBrowser } = serverLimits.knownPhones

/** The browser of a visitor. */
export interface Phone {
  /** Whether this person has signed in on it. */
  knows(personKey: string): boolean
  remember(personKey: string): void
}

export interface KnownPhones {
  of(request: FastifyRequest, reply: FastifyReply): Phone
}

/**
 * Phones on which people have signed in. Others who try mobiles for a name cannot use up what such a
 * phone is answered. The cookie has an entry for each person, which only the server can make: it
 * contains no name and no mobile, and nothing is stored here.
 */
export function createKnownPhones(hash: KeyedHash): KnownPhones {
  const entryOf = (personKey: string) => hash.digest(personKey).subarray(0, ENTRY_BYTES).toString('base64url')
  return {
    of(request, reply) {
      const entries = (readHostCookies(request, COOKIE)[0] ?? '')
        .split(SEPARATOR)
        .filter(Boolean)
        .slice(0, peoplePerBrowser)
      return {
        knows: (personKey) => entries.includes(entryOf(personKey)),
        remember(personKey) {
          const own = entryOf(personKey)
          const kept = [own, ...entries.filter((entry) => entry !== own)].slice(0, peoplePerBrowser)
          setHostCookie(request, reply, COOKIE, kept.join(SEPARATOR), (days * DAY_MS) / 1000)
        },
      }
    },
  }
}
