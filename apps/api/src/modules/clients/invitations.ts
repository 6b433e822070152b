import { randomBytes } from 'node:crypto'
import type { AcceptInvitation } from '@gatehouse/validation/endpoints/client'
import { serverLimits } from '@gatehouse/validation/limits'
import { and, eq, gt } from 'drizzle-orm'
import type { Context, GuestActor, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { hasValues } from '../../db/has-values.ts'
import { clients } from '../../db/schema/clients.ts'
import { clientInvitations } from '../../db/schema/one-time-tokens.ts'
import type { ClientScope } from '../../db/scopes.ts'
import { findInvitation } from '../../db/tenant-lookups.ts'
import { withScope, withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { insertAccount } from '../auth/account.ts'
import { limitLink } from '../auth/one-time-tokens.ts'
import { assertStrongPassword } from '../auth/password/new-password.ts'
import type { Passwords } from '../auth/passwords.ts'
import { getClientOrThrow } from './queries.ts'

/** Links for admins to create their accounts: 32 random bytes, stored as a keyed hash. */
export type Invitations = ReturnType<typeof createInvitations>

interface Invitation {
  scope: ClientScope
  clientName: string
}

export function createInvitations(hash: KeyedHash) {
  const hashOf = (token: string) => hash.digest(token).toString('base64url')

  return {
    /**
     * Creates the link of a client and ends an earlier one. Of several parallel calls only one
     * succeeds, because the links of the others would not work.
     * @throws AppError `not_found`, `renewed_meanwhile`
     */
    async mint(
      { db, actor, now }: Context<StaffActor>,
      clientId: string,
    ): Promise<{ token: string; expiresAt: Date }> {
      const token = randomBytes(32).toString('base64url')
      const invitation = {
        tokenHash: hashOf(token),
        createdAt: now,
        expiresAt: new Date(now.getTime() + serverLimits.clientInvitationDays * DAY_MS),
      }
      await withScope(db, actor.scope, async (tx) => {
        const present = async () => {
          const [row] = await tx
            .select({ tokenHash: clientInvitations.tokenHash })
            .from(clientInvitations)
            .where(eq(clientInvitations.clientId, clientId))
          return row?.tokenHash
        }
        const asked = await present()
        // Waits for a parallel call.
        await getClientOrThrow(tx, clientId, 'to change it')
        if ((await present()) !== asked) throw new AppError('renewed_meanwhile')
        await tx
          .insert(clientInvitations)
          .values({ clientId, ...invitation })
          .onConflictDoUpdate({ target: clientInvitations.clientId, set: invitation })
        await recordAudit(
          tx,
          auditOf({ actor, now }, 'client.admin_invited', 'client', { clientId, id: clientId }),
        )
      })
      return { token, expiresAt: invitation.expiresAt }
    },

    /** The client of a valid link; undefined for other texts, and while the client is disabled. */
    async find(ctx: Context<GuestActor>, token: string): Promise<Invitation | undefined> {
      const { db, now } = ctx
      const found = await findInvitation(db, hashOf(token))
      await limitLink(ctx, token, found !== undefined)
      if (!found || found.expiresAt <= now) return undefined
      const [client] = await withReadScope(db, found.scope, (tx) =>
        tx.select({ name: clients.name, enabled: clients.enabled }).from(clients),
      )
      return client?.enabled ? { scope: found.scope, clientName: client.name } : undefined
    },

    /**
     * Creates an admin's account and ends the link. Of several parallel attempts only one succeeds.
     * @throws AppError `invalid_token`, `weak_password`, `conflict` for an email that has an
     * account
     */
    async accept(ctx: Context<GuestActor>, passwords: Passwords, input: AcceptInvitation): Promise<void> {
      const { db, now } = ctx
      const found = await this.find(ctx, input.token)
      if (!found) throw new AppError('invalid_token')
      const { first_name: firstName, last_name: lastName, email } = input
      assertStrongPassword(input.password, [firstName, lastName, found.clientName, email], 'password')
      const passwordHash = await passwords.hash(input.password)
      const { clientId } = found.scope
      const userId = newId(now)
      await withScope(db, found.scope, async (tx) => {
        const { count: used } = await tx
          .delete(clientInvitations)
          .where(
            and(
              hasValues(clientInvitations, { clientId, tokenHash: hashOf(input.token) }),
              gt(clientInvitations.expiresAt, now),
            ),
          )
        if (used === 0) throw new AppError('invalid_token')
        const client = await getClientOrThrow(tx, clientId)
        await insertAccount(tx, {
          clientId,
          id: userId,
          email,
          firstName,
          lastName,
          language: input.language ?? client.language,
          status: 'active',
          admin: true,
          passwordHash,
        })
        await recordAudit(
          tx,
          auditOf({ actor: { userId }, now }, 'client.invitation_accepted', 'user', {
            clientId,
            id: userId,
          }),
        )
      })
    },
  }
}
