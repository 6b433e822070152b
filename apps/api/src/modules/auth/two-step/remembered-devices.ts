import { randomBytes } from 'node:crypto'
import type { Program } from '@gatehouse/validation/endpoints/own-sessions'
import { limits } from '@gatehouse/validation/limits'
import { and, eq, gt } from 'drizzle-orm'
import { hasValues } from '../../../db/has-values.ts'
import { rememberedDevices } from '../../../db/schema/two-step.ts'
import type { Transaction } from '../../../db/tenancy.ts'
import { newId } from '../../../lib/ids.ts'
import type { KeyedHash } from '../../../lib/keyed-hash.ts'
import type { Person } from '../account.ts'
import { DAY_MS } from '../../../lib/durations.ts'

/** Remembers a device for 30 days. @returns its token: 32 random bytes, stored as a hash */
export async function rememberDevice(
  tx: Transaction,
  hash: KeyedHash,
  { clientId, userId }: Person,
  program: Program,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.insert(rememberedDevices).values({
    clientId,
    id: newId(now),
    userId,
    tokenHash: hash.digest(userId, token),
    ...program,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + limits.rememberTwoStepDays * DAY_MS),
  })
  return token
}

export async function findRememberedDevice(
  tx: Transaction,
  hash: KeyedHash,
  { clientId, userId }: Person,
  token: string,
  now: Date,
): Promise<{ id: string } | undefined> {
  const [device] = await tx
    .select({ id: rememberedDevices.id })
    .from(rememberedDevices)
    .where(
      and(
        hasValues(rememberedDevices, { clientId, userId, tokenHash: hash.digest(userId, token) }),
        gt(rememberedDevices.expiresAt, now),
      ),
    )
  return device
}

/** Records that a login used a device. @returns false where the device has been forgotten */
export async function useRememberedDevice(
  tx: Transaction,
  { clientId, userId }: Person,
  id: string,
  now: Date,
): Promise<boolean> {
  const { count: used } = await tx
    .update(rememberedDevices)
    .set({ lastUsedAt: now })
    .where(hasValues(rememberedDevices, { clientId, userId, id }))
  return used === 1
}

/** Forgets one remembered device of a person, or all without an id. @returns how many there were */
export async function forgetDevices(
  tx: Transaction,
  { clientId, userId }: Person,
  id?: string,
): Promise<number> {
  const { count: forgotten } = await tx
    .delete(rememberedDevices)
    .where(
      and(
        hasValues(rememberedDevices, { clientId, userId }),
        id === undefined ? undefined : eq(rememberedDevices.id, id),
      ),
    )
  return forgotten
}
