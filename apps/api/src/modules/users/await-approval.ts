import { recordNotices } from '../../db/outbox.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** What makes an account wait for an approval again. Triggers end the sessions and the links. */
export const awaiting = { status: 'pending', statusReason: '', accessPinHash: null } as const

/** Tells who may approve accounts that one waits. One notification stands for all that wait since a call. */
export function noticeWaiting(
  tx: Transaction,
  { clientId, id }: { clientId: string; id: string },
  at: Date,
): Promise<void> {
  return recordNotices(tx, [{ clientId, event: 'approval_waiting', subject: id, at, payload: { user: id } }])
}
