import { randomBytes } from 'node:crypto'
import { serverLimits } from '@gatehouse/validation/limits'
import { and, desc, eq, gt, notInArray } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasValues } from '../../db/has-values.ts'
import { deviceCookies } from '../../db/schema/sessions.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import type { Person } from './account.ts'
import { readHostCookies, setHostCookie } from './host-cookie.ts'
import { DAY_MS } from '../../lib/durations.ts'

const COOKIE = 'gatehouse-device'
const SEPARATOR = '~'
const TOKEN_BYTES = 32
const TAG_BYTES = 6
const { perAccount, days, accountsPerBrowser } = serverLimits.deviceCookies

/**
 * Device cookies (OWASP Authentication Cheat Sheet) show which browsers have signed in to an
 * account before. These browsers have their own rate limit for logins, so an attacker elsewhere
 * cannot lock the owner out. A device cookie grants nothing else. It holds one entry `tag.token`
 * for each account used in the browser. Only the server can tell which account a tag belongs to.
 */
export type DeviceCookies = ReturnType<typeof createDeviceCookies>

export function createDeviceCookies(hash: KeyedHash) {
  const tagOf = (userId: string) => hash.digest('tag', userId).subarray(0, TAG_BYTES).toString('base64url')
  const hashOf = (userId: string, entry: string) => hash.digest('entry', userId, entry)
  const entriesOf = (request: FastifyRequest) =>
    (readHostCookies(request, COOKIE)[0] ?? '').split(SEPARATOR).filter(Boolean).slice(0, accountsPerBrowser)

  return {
    entriesOf,
    /** Finds the entry that belongs to the account. */
    async find(
      tx: Transaction,
      { clientId, userId }: Person,
      entries: readonly string[],
      now: Date,
    ): Promise<string | undefined> {
      if (entries.length === 0) return undefined
      const tag = tagOf(userId)
      // The query also runs without an entry for this account, so that timing reveals nothing.
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
    /**
     * Records a login from a browser while the account is locked. A browser that already has an
     * entry keeps it; another gets a new one. The account keeps its ten newest entries.
     * @returns the browser's entry
     */
    async record(
      tx: Transaction,
      { clientId, userId }: Person,
      known: string | undefined,
      now: Date,
    ): Promise<string> {
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
    /** Writes an entry into the cookie, replacing an earlier one of the same account. */
    set(request: FastifyRequest, reply: FastifyReply, entry: string): void {
      const tag = entry.slice(0, entry.indexOf('.') + 1)
      const others = entriesOf(request).filter((other) => !other.startsWith(tag))
      const kept = [entry, ...others].slice(0, accountsPerBrowser)
      setHostCookie(request, reply, COOKIE, kept.join(SEPARATOR), (days * DAY_MS) / 1000)
    },
  }
}

function ofPerson({ clientId, userId }: Person) {
  return hasValues(deviceCookies, { clientId, userId })
}
