import { domainToASCII } from 'node:url'
import type { TwoStepAudience, UserStatus } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/tenancy.ts'
import { logins, users } from '../../db/schema/users.ts'

/** The lookup key of an email: the same for other case, or another writing of the host. */
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

/** Inserts a user and the email key that the login looks up. */
export async function insertAccount(
  tx: Transaction,
  user: Omit<typeof users.$inferInsert, 'emailKey'> & { id: string },
): Promise<void> {
  const key = emailKey(user.email)
  await tx.insert(users).values({ ...user, emailKey: key })
  await tx.insert(logins).values({ emailKey: key, clientId: user.clientId, userId: user.id })
}
