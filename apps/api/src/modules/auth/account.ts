import { domainToASCII } from 'node:url'
import type { TwoStepAudience, UserStatus } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/tenancy.ts'

/**
 * The lookup key of an email. Emails that differ only in case, or in how the host is written, are
 * the same account.
 */
export function emailKey(email: string): string {
  const plain = email.normalize('NFC').trim().toLowerCase()
  const at = plain.lastIndexOf('@') + 1
  return plain.slice(0, at) + (domainToASCII(plain.slice(at)) || plain.slice(at))
}

export interface Person {
  clientId: string
  userId: string
}

/** An account's state while its row is locked. */
export interface LockedAccount {
  securityVersion: number
  status: UserStatus
  email: string
  admin: boolean
  siteAdmin: boolean
  mustChangePassword: boolean
  clientEnabled: boolean
  twoStepRequiredFor: TwoStepAudience[]
}

/**
 * Locks an account until the transaction ends, and keeps its client from being disabled until then.
 * Every transaction that grants something to an account, or revokes it, calls this first, so these
 * are serialised. Lock order everywhere: client, user, then the user's rows.
 * @returns undefined where the account is gone
 */
export async function lockAccount(
  tx: Transaction,
  { clientId, userId }: Person,
): Promise<LockedAccount | undefined> {
  const [row] = await tx.execute<{ account: LockedAccount | null }>(
    sql`select gatehouse_lock_account(${clientId}, ${userId}) as account`,
  )
  return row?.account ?? undefined
}

/** Whether sign-in to the account is allowed. */
export function isUsable({ status, clientEnabled }: LockedAccount): boolean {
  return clientEnabled && status === 'active'
}
