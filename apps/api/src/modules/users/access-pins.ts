import { hasValues } from '../../db/has-values.ts'
import { randomInt } from 'node:crypto'
import { limits } from '@gatehouse/validation/limits'
import { and, eq, or } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { lock } from '../../db/locks.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { users } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import { hasEntryAt } from '../sites/policy.ts'
import { canApprove } from './policy.ts'
import { lockEditableUser } from './queries.ts'

const PINS = 10 ** limits.accessPinDigits

export type AccessPins = ReturnType<typeof createAccessPins>

/** PINs for sign-ins at a device: random digits, unique per client, stored only as a keyed hash. */
export function createAccessPins(hash: KeyedHash) {
  const hashOf = (clientId: string, pin: string): Uint8Array => hash.digest(clientId, pin)
  return {
    hashOf,
    /** Gives a user a new PIN and ends the old one. @returns the PIN, which can't be read again */
    async give(tx: Transaction, { clientId, userId }: { clientId: string; userId: string }): Promise<string> {
      // The lock serializes new PINs of a client, so that each sees the earlier ones.
      await lock(tx, `access pins ${clientId}`)
      for (;;) {
        const pin = String(randomInt(PINS)).padStart(limits.accessPinDigits, '0')
        const accessPinHash = hashOf(clientId, pin)
        const taken = await tx
          .select({ id: users.id })
          .from(users)
          .where(hasValues(users, { clientId, accessPinHash }))
        if (taken.length > 0) continue
        await tx
          .update(users)
          .set({ accessPinHash })
          .where(hasValues(users, { clientId, id: userId }))
        return pin
      }
    },
  }
}

/** The active person with this PIN who has an entry for the site, or is an admin of its client. */
export async function findByPin(
  tx: Transaction,
  pins: AccessPins,
  pin: string,
  site: { clientId: string; id: string },
) {
  const [user] = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      mobile: users.mobile,
      personKey: users.personKey,
    })
    .from(users)
    .where(
      and(
        hasValues(users, {
          clientId: site.clientId,
          accessPinHash: pins.hashOf(site.clientId, pin),
          status: 'active',
        }),
        or(users.admin, hasEntryAt(site)),
      ),
    )
  return user
}

/**
 * Gives an active user a new PIN that is shown once. Of several concurrent calls only one is
 * accepted, because the PINs of the others would not work.
 * @throws AppError `approval_required` where a person who may not approve has changed the name or
 *   the mobile
 */
export async function resetPin(
  { db, actor, now }: Context<StaffActor>,
  pins: AccessPins,
  id: string,
): Promise<string> {
  return withScope(db, actor.scope, async (tx) => {
    const [asked] = await tx.select({ hash: users.accessPinHash }).from(users).where(eq(users.id, id))
    // Waits here for a concurrent change.
    const { clientId, status, accessPinHash, unapprovedChange } = await lockEditableUser(tx, actor, id)
    if (status !== 'active') throw new AppError('wrong_status')
    // After such a change it may be another person's account.
    if (unapprovedChange && !(await canApprove(tx, actor))) throw new AppError('approval_required')
    if (!isSame(asked?.hash ?? null, accessPinHash)) throw new AppError('renewed_meanwhile')
    const pin = await pins.give(tx, { clientId, userId: id })
    await recordAudit(tx, auditOf({ actor, now }, 'user.pin_reset', 'user', { clientId, id }))
    return pin
  })
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : Buffer.from(one).equals(other)
}
