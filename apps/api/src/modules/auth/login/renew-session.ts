import { and, isNull } from 'drizzle-orm'
import { hasValues } from '../../../db/has-values.ts'
import type { Context, StaffActor } from '../../../context.ts'
import { sessions } from '../../../db/schema/sessions.ts'
import { withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { findAccessSummary } from '../access-entries.ts'
import { absoluteEnd } from '../session-life.ts'
import type { SessionTokens } from '../session-tokens.ts'

/**
 * Extends a board account's session to its full life, counted from now.
 * @returns its new token; for a browser the hash of its session-binding cookie
 * @throws AppError `unauthenticated` where the session has ended
 */
export async function renewSession(
  { db, actor, now }: Context<StaffActor>,
  tokens: SessionTokens,
): Promise<{ token: string; cookieHash: Uint8Array | null }> {
  const { clientId, userId, sessionId, ownScope, admin, siteAdmin, mustChangePassword } = actor
  const expiresAt = absoluteEnd(actor, now)
  const { cookieHash, siteIds } = await withScope(db, ownScope, async (tx) => {
    const [renewed] = await tx
      .update(sessions)
      .set({ expiresAt, lastSeenAt: now })
      .where(and(hasValues(sessions, { clientId, id: sessionId, userId }), isNull(sessions.revokedAt)))
      .returning({ cookieHash: sessions.cookieHash })
    if (!renewed) throw new AppError('unauthenticated')
    return { ...renewed, ...(await findAccessSummary(tx, actor)) }
  })
  const token = await tokens.sign({
    userId,
    sessionId,
    clientId,
    admin,
    siteAdmin,
    siteAccess: siteIds,
    changePassword: mustChangePassword,
    issuedAt: now,
    expiresAt,
  })
  return { token, cookieHash }
}
