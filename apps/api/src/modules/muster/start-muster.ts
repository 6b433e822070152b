import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { Muster, startMusterEndpoint } from '@gatehouse/validation/endpoints/musters'
import type { InstantText } from '@gatehouse/validation/instants'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { and, desc, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { recordMails, recordNotices } from '../../db/outbox.ts'
import { musters } from '../../db/schema/musters.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { lockSite } from '../sites/site-list.ts'
import { correctTime } from './correct-time.ts'
import { isMuster, type MusterRow, readMuster, toMuster } from './queries.ts'
import { readState, writeRoll } from './roll.ts'

/** The most wardens of a site who are sent the roll. */
const MAILED_WARDENS = 200

/**
 * Starts a muster of a site, or joins the one that is running there. A phone that has started one without a network joins the one that others
 * held meanwhile, also where it is over. A real muster that is started during a drill makes it one.
 * @throws AppError `not_found`
 */
export function startMuster(
  { db, actor, now }: Context<StaffActor>,
  input: EndpointInput<typeof startMusterEndpoint>['body'],
): Promise<Muster> {
  return withScope(db, actor.scope, async (tx) => {
    // The lock lets two starts wait for each other.
    const site = await lockSite(tx, actor, 'see', input.site_id)
    if (site.status !== 'active') throw new AppError('not_found')
    const startedAt = input.started_at ? startOf(input.started_at, input.sent_at, now) : now
    const held = await findHeld(tx, site, startedAt)
    if (!held) {
      const id = await createMuster(tx, site, { actor, now, startedAt, drill: input.drill })
      return toMuster(await readMuster(tx, isMuster({ clientId: site.clientId, id })))
    }
    if (held.drill && !input.drill && !held.endedAt) await makeReal(tx, held, actor, now)
    return toMuster(await readMuster(tx, isMuster(held)))
  })
}

function startOf(startedAt: InstantText, sentAt: InstantText | undefined, now: Date): Date {
  const earliest = now.getTime() - musterLimits.startedHours * HOUR_MS
  return new Date(Math.max(earliest, correctTime(startedAt, sentAt, now).getTime()))
}

/** The muster of a site that is running, or that was held after the start of another one. */
async function findHeld(
  tx: Transaction,
  { clientId, id: siteId }: { clientId: string; id: string },
  startedAt: Date,
): Promise<MusterRow | undefined> {
  const [held] = await tx
    .select()
    .from(musters)
    .where(
      and(
        eq(musters.clientId, clientId),
        eq(musters.siteId, siteId),
        or(isNull(musters.endedAt), gte(musters.endedAt, startedAt)),
      ),
    )
    .orderBy(desc(musters.startedAt))
    .limit(1)
  return held
}

interface Start {
  actor: StaffActor
  now: Date
  startedAt: Date
  drill: boolean
}

async function createMuster(
  tx: Transaction,
  { clientId, id: siteId }: { clientId: string; id: string },
  { actor, now, startedAt, drill }: Start,
): Promise<string> {
  const id = newId(now)
  await tx.insert(musters).values({
    clientId,
    id,
    siteId,
    drill,
    startedAt,
    startedBy: actor.userId,
    createdAt: now,
    ...(await readState(tx)),
  })
  const muster = { clientId, id, siteId, startedAt, version: 1 }
  await writeRoll(tx, muster, 1, now)
  await recordAudit(tx, {
    clientId,
    actor: { kind: 'staff', id: actor.userId },
    action: 'muster.started',
    target: { kind: 'muster', id },
    at: now,
    details: { site: siteId, drill },
  })
  await tellWardens(tx, muster, drill, now)
  await mailRoll(tx, muster, now)
  return id
}

async function makeReal(tx: Transaction, muster: MusterRow, actor: StaffActor, now: Date): Promise<void> {
  await tx
    .update(musters)
    .set({ drill: false, version: muster.version + 1 })
    .where(isMuster(muster))
  await recordAudit(tx, {
    clientId: muster.clientId,
    actor: { kind: 'staff', id: actor.userId },
    action: 'muster.started',
    target: { kind: 'muster', id: muster.id },
    at: now,
    details: { site: muster.siteId, before: { drill: true }, after: { drill: false } },
  })
  await tellWardens(tx, muster, false, now)
}

function tellWardens(
  tx: Transaction,
  { clientId, id, siteId }: Pick<MusterRow, 'clientId' | 'id' | 'siteId'>,
  drill: boolean,
  now: Date,
): Promise<void> {
  const event = drill ? 'drill_started' : 'muster_started'
  return recordNotices(tx, [{ clientId, event, subject: id, at: now, payload: { site: siteId } }])
}

/** The roll goes to the wardens of the site by mail, for the case that everything else fails. */
async function mailRoll(
  tx: Transaction,
  { clientId, id, siteId }: Pick<MusterRow, 'clientId' | 'id' | 'siteId'>,
  now: Date,
): Promise<void> {
  const wardens = await tx
    .selectDistinct({ id: users.id, email: users.email })
    .from(users)
    .innerJoin(
      accessEntries,
      and(eq(accessEntries.clientId, users.clientId), eq(accessEntries.userId, users.id)),
    )
    .where(
      and(
        eq(users.clientId, clientId),
        eq(accessEntries.siteId, siteId),
        inArray(accessEntries.userType, ['Manager', 'Staff']),
        eq(users.status, 'active'),
      ),
    )
    .orderBy(users.id)
    .limit(MAILED_WARDENS)
  await recordMails(
    tx,
    wardens.map((warden) => ({
      clientId,
      type: 'mail.muster_roll' as const,
      subject: warden.id,
      recipient: warden.email,
      at: now,
      payload: { muster_id: id },
    })),
  )
}
