import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import { recoveryCodeSets, totpMethods } from '../../db/schema/two-step.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { Person } from './account.ts'

export type MethodTable = typeof totpMethods | typeof recoveryCodeSets

/** The condition for a person's enabled methods. */
export function enabledFor(table: MethodTable, { clientId, userId }: Person): SQL | undefined {
  return and(eq(table.clientId, clientId), eq(table.userId, userId), isNotNull(table.enabledAt))
}

export interface EnabledMethod {
  id: string
  type: 'totp' | 'recovery-codes'
}

/** The enabled second factors, the authenticator first. */
export async function findMethods(tx: Transaction, { clientId, userId }: Person): Promise<EnabledMethod[]> {
  const [totp, codes] = await Promise.all([
    tx.select({ id: totpMethods.id }).from(totpMethods).where(enabledFor(totpMethods, { clientId, userId })),
    tx
      .select({ id: recoveryCodeSets.id })
      .from(recoveryCodeSets)
      .where(enabledFor(recoveryCodeSets, { clientId, userId })),
  ])
  return [
    ...totp.map(({ id }) => ({ id, type: 'totp' as const })),
    ...codes.map(({ id }) => ({ id, type: 'recovery-codes' as const })),
  ]
}
