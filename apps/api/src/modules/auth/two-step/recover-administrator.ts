import { auditOf, program, recordAudit } from '../../../db/audit.ts'
import type { Database } from '../../../db/client.ts'
import { hasValues } from '../../../db/has-values.ts'
import { users } from '../../../db/schema/users.ts'
import { withScope } from '../../../db/tenancy.ts'
import { findLogin } from '../../../db/tenant-lookups.ts'
import { OperatorError } from '../../../lib/operator-error.ts'
import { nextModified } from '../../../db/edit-row.ts'
import { emailKey, isUsable, lockAccount } from '../account.ts'
import type { OneTimeTokens } from '../one-time-tokens.ts'
import { resetFactors } from './reset-factors.ts'

export const RECOVERY_MINUTES = 60

/**
 * Removes the password and the second factors of an administrator and creates a token for a new
 * password. Only someone on the server can do this.
 * @throws OperatorError where no active administrator has the email
 */
export async function recoverAdministrator(
  db: Database,
  { links, now }: { links: OneTimeTokens; now: Date },
  email: string,
): Promise<string> {
  const login = await findLogin(db, emailKey(email))
  if (!login) throw new OperatorError(`No account has the email ${email}.`)
  const { scope, userId } = login
  const { clientId } = scope
  return withScope(db, scope, async (tx) => {
    const account = await lockAccount(tx, { clientId, userId })
    if (!account || !isUsable(account))
      throw new OperatorError(`The account ${email} is not active, or its client is disabled.`)
    if (!account.admin && !account.siteAdmin)
      throw new OperatorError(
        `${email} is not an administrator. An administrator can reset their two-step authentication, and “Forgot password” their password.`,
      )
    await resetFactors(tx, { clientId, userId }, now)
    await tx
      .update(users)
      .set({ passwordHash: null, lastModified: nextModified(users.lastModified, now) })
      .where(hasValues(users, { clientId, id: userId }))
    await recordAudit(
      tx,
      auditOf({ actor: program, now }, 'user.recovered', 'user', { clientId, id: userId }),
    )
    return links.mint(tx, { clientId, userId, purpose: 'password_reset', minutes: RECOVERY_MINUTES, now })
  })
}
