import { limits } from '@gatehouse/validation/limits'
import { and, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/client.ts'
import { ensurePartitions } from '../db/partitions.ts'
import { notifications } from '../db/schema/notifications.ts'
import { firstAdminLinks, oneTimeTokens } from '../db/schema/one-time-tokens.ts'
import { outbox } from '../db/schema/outbox.ts'
import { readings } from '../db/schema/readings.ts'
import { rateBuckets } from '../db/schema/rate-buckets.ts'
import { rateMembers } from '../db/schema/rate-members.ts'
import { sessions } from '../db/schema/sessions.ts'
import { recoveryCodeSets, rememberedDevices, totpMethods } from '../db/schema/two-step.ts'
import { submissions } from '../db/schema/visits.ts'
import { installationScope } from '../db/scopes.ts'
import { withoutClient, withScope } from '../db/tenancy.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The slowest bucket is full again after a day, or later where it was overdrawn. */
const RATE_BUCKETS_KEPT = 2 * DAY

/** Makes the months ahead and removes what has served its time. Any number of nodes may do it at once. */
export async function keepHouse(db: Database, now: Date): Promise<void> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await ensurePartitions(db, now)
  await withScope(db, installationScope(), async (tx) => {
    const kept = ago(limits.submissionKeptDays * DAY)
    await tx.delete(submissions).where(lt(submissions.createdAt, kept))
    await tx.delete(outbox).where(lt(outbox.createdAt, kept))
    await tx.delete(readings).where(lt(readings.expiresAt, ago(DAY)))
    await tx.delete(sessions).where(lt(sessions.expiresAt, ago(DAY)))
    await tx.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now))
    await tx.delete(rememberedDevices).where(lt(rememberedDevices.expiresAt, now))
    const forgotten = ago(limits.pendingTwoStepHours * HOUR)
    await tx
      .delete(totpMethods)
      .where(and(isNull(totpMethods.enabledAt), lt(totpMethods.createdAt, forgotten)))
    await tx
      .delete(recoveryCodeSets)
      .where(and(isNull(recoveryCodeSets.enabledAt), lt(recoveryCodeSets.createdAt, forgotten)))
    await tx.delete(notifications).where(lt(notifications.createdAt, ago(limits.notificationDays * DAY)))
    await tx.delete(firstAdminLinks).where(lt(firstAdminLinks.expiresAt, now))
  })
  await withoutClient(db, async (tx) => {
    await tx
      .delete(rateBuckets)
      .where(sql`${rateBuckets.updatedAt} < ${ago(RATE_BUCKETS_KEPT).toISOString()}::timestamptz`)
    await tx.delete(rateMembers).where(sql`${rateMembers.expiresAt} < ${now.toISOString()}::timestamptz`)
  })
}

/** Keeps house now and every hour. A failure is logged and tried again the next time. */
export function startHousekeeping(db: Database, log: FastifyBaseLogger, clock: () => Date): { stop(): void } {
  const run = () =>
    void keepHouse(db, clock()).catch((error: unknown) =>
      log.error(
        { failure: { type: error instanceof Error ? error.name : typeof error } },
        'housekeeping failed',
      ),
    )
  run()
  const timer = setInterval(run, HOUR)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
