import type { Context, StaffActor } from '../../../context.ts'
import { auditOf, recordAudit } from '../../../db/audit.ts'
import { withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { lockAccount } from '../account.ts'
import { endSessions } from '../sessions.ts'
import { forgetDevices } from '../two-step/remembered-devices.ts'

/** Ends one of the person's own sessions. @throws AppError `not_found` for any other session */
export async function revokeOwnSession({ db, actor, now }: Context<StaffActor>, id: string): Promise<void> {
  await withScope(db, actor.ownScope, async (tx) => {
    if ((await endSessions(tx, actor, now, id)) === 0) throw new AppError('not_found')
    await recordAudit(tx, auditOf({ actor, now }, 'session.revoked', 'session', { ...actor, id }))
  })
}

/**
 * Forgets one of the person's own remembered devices.
 * @throws AppError `not_found` for any other device
 */
export async function forgetOwnDevice({ db, actor, now }: Context<StaffActor>, id: string): Promise<void> {
  await withScope(db, actor.ownScope, async (tx) => {
    if ((await forgetDevices(tx, actor, id)) === 0) throw new AppError('not_found')
    await recordAudit(tx, auditOf({ actor, now }, 'device.forgotten', 'remembered_device', { ...actor, id }))
  })
}

/** Ends all sessions of the person, including this one, and forgets all remembered devices. */
export async function logOutEverywhere({ db, actor, now }: Context<StaffActor>): Promise<void> {
  await withScope(db, actor.ownScope, async (tx) => {
    await lockAccount(tx, actor)
    const ended = await endSessions(tx, actor, now)
    const forgotten = await forgetDevices(tx, actor)
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'session.all_revoked', 'user', { ...actor, id: actor.userId }),
      details: { sessions: ended, devices: forgotten },
    })
  })
}
