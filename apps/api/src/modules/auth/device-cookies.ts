import { randomBytes } from 'node:crypto'
import { limits } from '@gatehouse/validation/limits'
import { and, desc, eq, gt, notInArray } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceCookies } from '../../db/schema/device-cookies.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { readHostCookies, setHostCookie } from './host-cookie.ts'

const COOKIE = 'gatehouse-device'
const SEPARATOR = '~'
const TOKEN_BYTES = 32
const TAG_BYTES = 6
const DAY_MS = 86_400_000
const { perAccount, days, accountsPerBrowser } = limits.deviceCookies

interface Person {
  clientId: string
  userId: string
}

/**
 * Browsers that signed in to an account before (device cookies, OWASP Authentication Cheat Sheet). A try from one takes from a
 * bucket that only they share, so that whoever attacks the account from elsewhere cannot lock its owner out. It opens nothing.
 * A browser that several people use brings one entry, `tag.token`, for each account; the tag says to the server alone which one.
 */
export interface DeviceCookies {
  /** The entries that a request brings. */
  entriesOf(request: FastifyRequest): string[]
  /** The one of these entries that the account knows. */
  find(tx: Transaction, person: Person, entries: readonly string[], now: Date): Promise<string | undefined>
  /**
   * Notes a login from a browser while the account is locked. One that is known keeps its entry; for any other the account gets one
   * more, and forgets the oldest beyond ten. @returns the browser's entry
   */
  note(tx: Transaction, person: Person, known: string | undefined, now: Date): Promise<string>
  /** Hands a browser its entry, in place of an earlier one of the same account. */
  hand(request: FastifyRequest, reply: FastifyReply, entry: string): void
}

export function createDeviceCookies(hash: KeyedHash): DeviceCookies {
  const tagOf = (userId: string) => hash.digest('tag', userId).subarray(0, TAG_BYTES).toString('base64url')
  const hashOf = (userId: string, entry: string) => hash.digest('entry', userId, entry)
  const entriesOf = (request: FastifyRequest) =>
    (readHostCookies(request, COOKIE)[0] ?? '').split(SEPARATOR).filter(Boolean).slice(0, accountsPerBrowser)

  return {
    entriesOf,
    async find(tx, { clientId, userId }, entries, now) {
      if (entries.length === 0) return undefined
      const tag = tagOf(userId)
      // Where none is for this account the same is asked for nothing, so that the time does not tell.
      const own = entries.find((entry) => entry.startsWith(`${tag}.`)) ?? ''
      const found = await tx
        .select({ id: deviceCookies.id })
        .from(deviceCookies)
        .where(
          and(
            ofPerson({ clientId, userId }),
            eq(deviceCookies.tokenHash, hashOf(userId, own)),
            gt(deviceCookies.expiresAt, now),
          ),
        )
      return found.length === 1 ? own : undefined
    },
    async note(tx, { clientId, userId }, known, now) {
      const expiresAt = new Date(now.getTime() + days * DAY_MS)
      if (known !== undefined) {
        const kept = await tx
          .update(deviceCookies)
          .set({ expiresAt })
          .where(and(ofPerson({ clientId, userId }), eq(deviceCookies.tokenHash, hashOf(userId, known))))
          .returning({ id: deviceCookies.id })
        if (kept.length === 1) return known
      }
      const entry = `${tagOf(userId)}.${randomBytes(TOKEN_BYTES).toString('base64url')}`
      await tx.insert(deviceCookies).values({
        clientId,
        id: newId(now),
        userId,
        tokenHash: hashOf(userId, entry),
        createdAt: now,
        expiresAt,
      })
      const newest = tx
        .select({ id: deviceCookies.id })
        .from(deviceCookies)
        .where(ofPerson({ clientId, userId }))
        .orderBy(desc(deviceCookies.createdAt), desc(deviceCookies.id))
        .limit(perAccount)
      await tx
        .delete(deviceCookies)
        .where(and(ofPerson({ clientId, userId }), notInArray(deviceCookies.id, newest)))
      return entry
    },
    hand(request, reply, entry) {
      const tag = entry.slice(0, entry.indexOf('.') + 1)
      const others = entriesOf(request).filter((other) => !other.startsWith(tag))
      const kept = [entry, ...others].slice(0, accountsPerBrowser)
      setHostCookie(request, reply, COOKIE, kept.join(SEPARATOR), (days * DAY_MS) / 1000)
    },
  }
}

function ofPerson({ clientId, userId }: Person) {
  return and(eq(deviceCookies.clientId, clientId), eq(deviceCookies.userId, userId))
}
