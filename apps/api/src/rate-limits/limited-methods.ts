import { rateRules, serverLimits } from '@gatehouse/validation/limits'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/client.ts'
import { limitedMethods } from '../db/schema/sign-in-methods.ts'
import { findMethodById } from '../db/tenant-lookups.ts'
import { withScope } from '../db/tenancy.ts'
import { AppError, kindOf } from '../lib/app-error.ts'
import { MINUTE_MS } from '../lib/durations.ts'

const REMEMBERED = 10_000
const SHOWN_MS = serverLimits.limitedShownMinutes * MINUTE_MS

/** Records that a limit has refused a guest at a method, so that staff see it. */
export type NoteLimited = (
  at: { db: Database; now: Date; log: FastifyBaseLogger },
  error: unknown,
  methodId: unknown,
) => Promise<void>

/** Each node records the same refusal at most once a minute, so a flood causes no writes. */
export function createLimitedMethods(): NoteLimited {
  const notedAt = new LRUCache<string, number>({ max: REMEMBERED })
  return async ({ db, now, log }, error, methodId) => {
    const kind = error instanceof AppError && error.limit && rateRules[error.limit].shownAs
    if (!kind || typeof methodId !== 'string') return
    const key = `${methodId} ${kind}`
    if (now.getTime() - (notedAt.get(key) ?? 0) < MINUTE_MS) return
    notedAt.set(key, now.getTime())
    try {
      const found = await findMethodById(db, methodId)
      if (!found) return
      const { clientId } = found.scope
      const isOver = sql`${limitedMethods.lastAt} < ${new Date(now.getTime() - SHOWN_MS).toISOString()}::timestamptz`
      await withScope(db, found.scope, (tx) =>
        tx
          .insert(limitedMethods)
          .values({ clientId, methodId, kind, since: now, lastAt: now })
          .onConflictDoUpdate({
            target: [limitedMethods.clientId, limitedMethods.methodId, limitedMethods.kind],
            set: {
              since: sql`case when ${isOver} then excluded.since else ${limitedMethods.since} end`,
              lastAt: now,
            },
          }),
      )
    } catch (failure) {
      // The guest is refused anyway.
      log.warn({ failure: kindOf(failure) }, 'a refusal by a limit could not be noted')
    }
  }
}

/** Whether staff still see it, as a condition on `limited_methods`. */
export const isLimitedNow = sql`${limitedMethods.lastAt} > now() - ${sql.raw(`interval '${serverLimits.limitedShownMinutes} minutes'`)}`
