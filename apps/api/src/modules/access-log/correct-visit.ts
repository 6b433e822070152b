import { hasValues } from '../../db/has-values.ts'
import type { Correction, LogRecord } from '@gatehouse/validation/endpoints/access-log'
import { and, desc, eq, ne } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { differences } from '../../db/edit-row.ts'
import { lockShared } from '../../db/locks.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { recordCorrections } from '../../db/record-corrections.ts'
import { type CorrectedFields, logCorrections } from '../../db/schema/log-entries.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { sites } from '../../db/schema/sites.ts'
import { visitorRoles } from '../../db/schema/visitor-roles.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { readMomentWithin } from '../../lib/zoned-time.ts'
import { assumedLeftAt, endVisit, isVisit, lockPresence } from '../check-in/presence.ts'
import { limitGuesses } from '../identity/limit-guesses.ts'
import type { PersonKeys } from '../identity/person-key.ts'
import { hasReadableRecords } from '../sites/policy.ts'
import { assertChecksOut, findManagedSites, isSiteOf } from '../sites/queries.ts'
import { readMobile } from '../users/user-input.ts'
import { moveVisitEvents } from '../webhooks/record-deliveries.ts'
import { lastModifiedOf, readLogRecord, timeInId } from './get-record.ts'
import { addPerson } from './search-people.ts'

type Visit = typeof visits.$inferSelect

interface VisitedSite {
  region: string
  timeZone: string
}

interface LockedVisit {
  visit: Visit
  site: VisitedSite
}

/**
 * Corrects a visit, or adds a note to a visit or refused attempt. The visit gets the new values,
 * the correction row keeps both old and new ones, and the presence of a person on site is updated.
 * A departure ends an open visit.
 * @throws AppError
 * - `client_not_chosen`
 * - `not_found`, also for a role that the site does not have
 * - `forbidden` at a site that the actor does not manage, or for a check-out that the sign-in
 *   policy does not let them make
 * - `changed_meanwhile`
 * - `wrong_status` for a name that was deleted or belongs to an account, for a superseded visit,
 *   and for a refused attempt with more than a note
 * - `invalid_phone`, `time_out_of_range`, `too_many_requests`
 * - `conflict` where the visit is open and the person with the new name is already on site
 */
export async function correctVisit(
  ctx: Context<StaffActor>,
  personKeys: PersonKeys,
  id: string,
  correction: Correction,
  ifMatch?: string,
): Promise<LogRecord> {
  const { db, actor, now } = ctx
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  if (correction.mobile !== undefined) await limitMobiles(ctx, id, correction)
  return withScope(db, scope, async (tx) => {
    await lockShared(tx, `erasure ${clientId}`)
    const found = (await findRefused(tx, actor, clientId, id)) ?? (await lockVisit(tx, actor, clientId, id))
    const { visit } = found
    const latest = await tx
      .select({ at: logCorrections.at })
      .from(logCorrections)
      .where(hasValues(logCorrections, { clientId, visitId: id }))
      .orderBy(desc(logCorrections.at))
      .limit(1)
    const lastModified = lastModifiedOf(
      visit,
      latest.map(({ at }) => ({ at: at.toISOString() })),
    )
    if (ifMatch !== undefined && ifMatch !== lastModified.toISOString())
      throw new AppError('changed_meanwhile', { current: await readLogRecord(tx, { actor, now }, scope, id) })
    const { note, ...fields } = correction
    if (!('site' in found) && Object.keys(fields).length > 0) throw new AppError('wrong_status')
    const { before, after } =
      'site' in found
        ? await changeVisit(tx, { actor, now }, personKeys, found, correction)
        : { before: {}, after: {} }
    // Corrections in the same millisecond get different times, so that `If-Match` detects each of
    // them.
    const at = new Date(Math.max(now.getTime(), lastModified.getTime() + 1))
    await recordCorrections(tx, [{ visit, at, by: actor.userId, before, after, note }])
    // The values are only in the correction, which loses them with the visit. The audit log names
    // the fields.
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'visit.corrected', 'visit', { clientId, id }),
      details: { types: Object.keys(after) },
    })
    return readLogRecord(tx, { actor, now }, scope, id)
  })
}

/**
 * Limits guesses, because the response shows whether a mobile belongs to a ban with a similar name.
 * @throws AppError `too_many_requests`
 */
async function limitMobiles(ctx: Context<StaffActor>, id: string, correction: Correction): Promise<void> {
  const at = timeInId(id)
  const scope = getWorkingScope(ctx.actor)
  const isAsked = at && isVisit(scope.clientId, id, at)
  const [named] = isAsked
    ? await withReadScope(ctx.db, scope, (tx) =>
        tx.select({ firstName: visits.firstName, lastName: visits.lastName }).from(visits).where(isAsked),
      )
    : []
  const { first_name: firstName = named?.firstName, last_name: lastName = named?.lastName } = correction
  if (firstName !== undefined && lastName !== undefined) await limitGuesses(ctx, { firstName, lastName })
}

/** Writes the new values of a visit. @returns the changed fields, before and after */
async function changeVisit(
  tx: Transaction,
  { actor, now }: Pick<Context<StaffActor>, 'actor' | 'now'>,
  personKeys: PersonKeys,
  { visit, site }: LockedVisit,
  correction: Correction,
): Promise<{ before: CorrectedFields; after: CorrectedFields }> {
  if (correction.signed_out_at !== undefined && visit.endedAs === null)
    await assertChecksOut(tx, actor, hasValues(sites, { clientId: visit.clientId, id: visit.siteId }))
  const columns = await readColumns(tx, visit, site, correction, now)
  const { before, after } = differences(fieldsOf(visit), fieldsOf({ ...visit, ...columns }))
  const isPersonChanged = 'first_name' in after || 'last_name' in after || 'mobile' in after
  const person = { ...visit, ...columns }
  const corrected = {
    ...person,
    // Without a mobile, a visit has a key of its own.
    ...(isPersonChanged && person.mobile !== '' && { personKey: personKeys(visit.clientId, person) }),
  }
  if (Object.keys(after).length > 0) await writeVisit(tx, actor, visit, corrected, now)
  if (isPersonChanged) await addPerson(tx, corrected)
  if (corrected.personKey !== visit.personKey) await moveVisitEvents(tx, corrected, visit.personKey)
  return { before, after }
}

/** Finds a refused attempt to add a note to. Nothing else of it can change. */
async function findRefused(tx: Transaction, actor: StaffActor, clientId: string, id: string) {
  const at = timeInId(id)
  const { siteId, createdAt } = refusedAttempts
  const [attempt] = await tx
    .select({ siteId, createdAt, signedInAt: refusedAttempts.attemptedAt })
    .from(refusedAttempts)
    .innerJoin(sites, isSiteOf(refusedAttempts))
    .where(
      and(
        hasValues(refusedAttempts, { clientId, id }),
        at && eq(refusedAttempts.attemptedAt, at),
        hasReadableRecords(actor, 'see'),
      ),
    )
  if (!attempt) return undefined
  await assertManages(tx, actor, clientId, attempt.siteId)
  return { visit: { ...attempt, clientId, id, endedAt: null } }
}

/** @throws AppError `forbidden` */
async function assertManages(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  siteId: string,
): Promise<void> {
  if ((await findManagedSites(tx, actor, [siteId], clientId)).size === 0) throw new AppError('forbidden')
}

/** Locks presence before visits, the same order as everywhere. */
async function lockVisit(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  id: string,
): Promise<LockedVisit> {
  const at = timeInId(id)
  if (!at) throw new AppError('not_found')
  const [found] = await tx
    .select({ visit: visits, site: { region: sites.region, timeZone: sites.timeZone } })
    .from(visits)
    .innerJoin(sites, isSiteOf(visits))
    .where(and(isVisit(clientId, id, at), hasReadableRecords(actor, 'see')))
  if (!found) throw new AppError('not_found')
  await assertManages(tx, actor, clientId, found.visit.siteId)
  await lockPresence(tx, found.visit)
  const [visit] = await tx
    .select()
    .from(visits)
    .where(isVisit(clientId, id, at))
    .for('update')
  if (!visit) throw new AppError('not_found')
  return { visit, site: found.site }
}

type Columns = Partial<
  Pick<
    Visit,
    'firstName' | 'lastName' | 'mobile' | 'roleId' | 'roleName' | 'dependents' | 'signedOutAt' | 'endedAs'
  >
>

async function readColumns(
  tx: Transaction,
  visit: Visit,
  { region, timeZone }: VisitedSite,
  correction: Correction,
  now: Date,
): Promise<Columns> {
  const { first_name, last_name, mobile, role, dependents, signed_out_at } = correction
  const namesPerson = first_name !== undefined || last_name !== undefined || mobile !== undefined
  // Erased personal data is not written again. A user's name comes from the account.
  if (namesPerson && (visit.kind === 'user' || isAnonymised(visit))) throw new AppError('wrong_status')
  return {
    ...(first_name !== undefined && { firstName: first_name }),
    ...(last_name !== undefined && { lastName: last_name }),
    ...(mobile !== undefined && { mobile: readMobile(mobile, region) }),
    ...(role !== undefined && (await readRole(tx, visit, role))),
    ...(dependents !== undefined && { dependents }),
    ...(signed_out_at !== undefined &&
      readDeparture(
        visit,
        readMomentWithin(signed_out_at, timeZone, { from: visit.signedInAt, to: now }),
        now,
      )),
  }
}

const isAnonymised = ({ firstName, lastName, mobile, anonymisedAt }: Visit) =>
  anonymisedAt !== null || (firstName === '' && lastName === '' && mobile === '')

async function readRole(
  tx: Transaction,
  { clientId, siteId }: Visit,
  roleId: string | null,
): Promise<Pick<Visit, 'roleId' | 'roleName'>> {
  if (roleId === null) return { roleId, roleName: '' }
  const [role] = await tx
    .select({ name: visitorRoles.name })
    .from(visitorRoles)
    .where(hasValues(visitorRoles, { clientId, siteId, id: roleId }))
  if (!role) throw new AppError('not_found')
  return { roleId, roleName: role.name }
}

/**
 * A superseded visit has no departure: the person was still on site, and the next visit has the
 * departure. A visit that a rule closed becomes `checked_out`, because staff only supply the time.
 */
function readDeparture(visit: Visit, leftAt: Date, now: Date): Pick<Visit, 'signedOutAt' | 'endedAs'> {
  if (visit.endedAs === 'superseded') throw new AppError('wrong_status')
  if (leftAt < visit.signedInAt || leftAt > now)
    throw new AppError('time_out_of_range', {
      message: 'The time must be between the sign-in and now.',
      fields: { signed_out_at: 'time_outside_visit' },
    })
  return { signedOutAt: leftAt, endedAs: visit.assumedLeftAt === null ? 'by_staff' : 'checked_out' }
}

const fieldsOf = (visit: Visit): CorrectedFields => ({
  first_name: visit.firstName,
  last_name: visit.lastName,
  mobile: visit.mobile,
  role: visit.roleName,
  dependents: visit.dependents,
  signed_out_at: visit.signedOutAt?.toISOString() ?? null,
  assumed_left_at: assumedLeftAt(visit),
})

async function writeVisit(
  tx: Transaction,
  actor: StaffActor,
  visit: Visit,
  corrected: Visit,
  now: Date,
): Promise<void> {
  const { clientId, id, siteId, signedInAt } = visit
  const { firstName, lastName, mobile, personKey, roleId, roleName, dependents, signedOutAt } = corrected
  const person = { firstName, lastName, mobile, personKey, roleId, roleName, dependents }
  const isVisitRow = isVisit(clientId, id, signedInAt)
  if (signedOutAt !== null && signedOutAt.getTime() !== visit.signedOutAt?.getTime()) {
    await tx.update(visits).set(person).where(isVisitRow)
    const endedBy = corrected.endedAs === 'by_staff' ? actor.userId : null
    await endVisit(tx, visit, { endedAs: corrected.endedAs, signedOutAt, endedAt: now, endedBy })
    return
  }
  if (visit.endedAs === null && personKey !== visit.personKey) await assertNotOnSite(tx, corrected)
  await tx
    .update(presence)
    .set(person)
    .where(hasValues(presence, { clientId, siteId, visitId: id }))
  await tx.update(visits).set(person).where(isVisitRow)
}

/** @throws AppError `conflict`: a person can be on a site only once */
async function assertNotOnSite(tx: Transaction, { clientId, siteId, id, personKey }: Visit): Promise<void> {
  const [other] = await tx
    .select({ visitId: presence.visitId })
    .from(presence)
    .where(and(hasValues(presence, { clientId, siteId, personKey }), ne(presence.visitId, id)))
    .for('update')
  if (other) throw new AppError('conflict')
}
