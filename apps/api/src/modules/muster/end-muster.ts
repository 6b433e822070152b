import type { Muster } from '@gatehouse/validation/endpoints/musters'
import type { Context, StaffActor } from '../../context.ts'
import { type AuditEntry, recordAudit } from '../../db/audit.ts'
import { recordNotices } from '../../db/outbox.ts'
import { musters } from '../../db/schema/musters.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { isMuster, lockMuster, type MusterRow, readMuster, toMuster } from './queries.ts'
import { countAtEnd } from './read-marks.ts'
import { updateRoll } from './roll.ts'

/** Ends a muster; one that is over stays as it is. @throws AppError `not_found` */
export function endMuster({ db, actor, now }: Context<StaffActor>, id: string): Promise<Muster> {
  return withScope(db, actor.scope, async (tx) => {
    const muster = await lockMuster(tx, actor, 'see', id)
    if (!muster.endedAt) await closeMuster(tx, muster, { kind: 'staff', id: actor.userId }, now)
    return toMuster(await readMuster(tx, isMuster(muster)))
  })
}

/** Ends a running muster whose row is locked. */
export async function closeMuster(
  tx: Transaction,
  muster: MusterRow,
  actor: AuditEntry['actor'],
  now: Date,
): Promise<void> {
  const { clientId, id, siteId, drill } = muster
  const version = (await updateRoll(tx, muster, now)) + 1
  const counts = await countAtEnd(tx, muster)
  await tx
    .update(musters)
    .set({ endedAt: now, endedBy: actor.id, version, ...counts })
    .where(isMuster(muster))
  await recordAudit(tx, {
    clientId,
    actor,
    action: 'muster.ended',
    target: { kind: 'muster', id },
    at: now,
    details: { site: siteId, drill, ...counts },
  })
  await recordNotices(tx, [
    {
      clientId,
      event: 'muster_ended',
      subject: id,
      at: now,
      payload: { site: siteId, count: counts.missing },
    },
  ])
}
