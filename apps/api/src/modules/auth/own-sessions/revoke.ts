import type { Context, StaffActor } from '../../../context.ts'
import { byStaff, recordAudit } from '../../../db/audit.ts'
import { withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { lockAccount } from '../account.ts'
import { endSessions } from '../sessions.ts'
import { forgetDevices } from '../two-step/remembered-devices.ts'

const byOwner = ({ clientId, userId }: StaffActor, at: Date) => byStaff(clientId, userId, at)

/** Ends one of the person's own sessions. @throws AppError `not_found` for all others */
export async function revokeOwnSession({ db, actor, now }: Context<StaffActor>, id: string): Promise<void> {
  await withScope(db, actor.ownScope, async (tx) => {
    if ((await endSessions(tx, actor, now, id)) === 0) throw new AppError('not_found')
    const target = { kind: 'session', id }
    await recordAudit(tx, { ...byOwner(actor, now), action: 'session.revoked', target })
  })
}

/** Forgets one of the person's own remembered devices. @throws AppError `not_found` for all others */
export async function forgetOwnDevice({ db, actor, now }: Context<StaffActor>, id: string): Promise<void> {
  await withScope(db, actor.ownScope, async (tx) => {
    if ((await forgetDevices(tx, actor, id)) === 0) throw new AppError('not_found')
    const target = { kind: 'remembered_device', id }
    await recordAudit(tx, { ...byOwner(actor, now), action: 'device.forgotten', target })
  })
}

/** Ends all sessions of the person, this one too, and forgets all remembered devices. */
export async function logOutEverywhere({ db, actor, now }: Context<StaffActor>): Promise<void> {
  await withScope(db, actor.ownScope, async (tx) => {
    await lockAccount(tx, actor)
    const ended = await endSessions(tx, actor, now)
    const forgotten = await forgetDevices(tx, actor)
    await recordAudit(tx, {
      ...byOwner(actor, now),
      action: 'session.all_revoked',
      target: { kind: 'user', id: actor.userId },
      details: { sessions: ended, devices: forgotten },
    })
  })
}
