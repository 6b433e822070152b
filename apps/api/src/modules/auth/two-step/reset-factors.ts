import { hasValues } from '../../../db/has-values.ts'
import { recoveryCodeSets, totpMethods, twoStepAccounts } from '../../../db/schema/two-step.ts'
import type { Transaction } from '../../../db/tenancy.ts'
import type { Person } from '../account.ts'
import { endSessions } from '../sessions.ts'
import { notifyOwner } from '../../notifications/notify.ts'
import { forgetDevices } from './remembered-devices.ts'

/**
 * Removes the second factors of an account whose owner has lost them, with its remembered devices
 * and its lock. Ends all its sessions and notifies the owner. The account must be locked.
 */
export async function resetFactors(tx: Transaction, person: Person, now: Date): Promise<void> {
  const { clientId, userId } = person
  for (const table of [totpMethods, recoveryCodeSets, twoStepAccounts])
    await tx.delete(table).where(hasValues(table, { clientId, userId }))
  await forgetDevices(tx, person)
  await endSessions(tx, person, now)
  await notifyOwner(tx, person, 'two_step_reset', now)
}
