import { randomInt } from 'node:crypto'
import { methodKeyAlphabet } from '@gatehouse/validation/method-key'
import { methodKeys } from '../../db/schema/sign-in-methods.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** So many keys are tried: with half of all keys in use, one in a trillion of these attempts finds none. */
const TRIES = 40

/** Gives a method a new public key that was never issued before. @returns the key */
export async function issueMethodKey(
  tx: Transaction,
  { clientId, methodId }: { clientId: string; methodId: string },
  now: Date,
): Promise<string> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const key = Array.from({ length: 4 }, () =>
      methodKeyAlphabet.charAt(randomInt(methodKeyAlphabet.length)),
    ).join('')
    const issued = await tx
      .insert(methodKeys)
      .values({ key, clientId, methodId, createdAt: now })
      .onConflictDoNothing()
      .returning({ key: methodKeys.key })
    if (issued.length === 1) return key
  }
  throw new Error('No free key was found for a sign-in method')
}
