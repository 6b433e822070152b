import { and, isNotNull, type SQL } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { recoveryCodeSets, totpMethods } from '../../db/schema/two-step.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { Cipher } from '../../lib/encryption.ts'
import type { KeyedHash } from '../../lib/keyed-hash.ts'
import type { Person } from './account.ts'

export type MethodTable = typeof totpMethods | typeof recoveryCodeSets

export function enabledFor(table: MethodTable, { clientId, userId }: Person): SQL | undefined {
  return and(hasValues(table, { clientId, userId }), isNotNull(table.enabledAt))
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

/** The keys that protect second factors. */
export interface TwoStepDeps {
  /** Encrypts seeds, and recovery codes until they are enabled. */
  cipher: Cipher
  recoveryHash: KeyedHash
  deviceHash: KeyedHash
}
