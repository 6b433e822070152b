import { hasValues } from '../../db/has-values.ts'
import type { AuditedReportView } from '@gatehouse/validation/audit-fields'
import {
  type NewReportView,
  type ReportView,
  type ReportViewChanges,
  reportViewFields,
} from '@gatehouse/validation/endpoints/report-views'
import { reportSpans } from '@gatehouse/validation/endpoints/reports'
import { limits } from '@gatehouse/validation/limits'
import { and, eq, or, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { clients } from '../../db/schema/clients.ts'
import { reportViews } from '../../db/schema/reports.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { toColumns, toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { hasReadableRecords } from '../sites/policy.ts'
import { resolveSite } from '../sites/queries.ts'
import { isVisibleUser } from '../users/policy.ts'
import { getPersonOrThrow } from './contacts.ts'
import { isReader, isEditableView, isVisibleView, readReportView, type ViewRow } from './report-views.ts'
import { readAsking } from './report.ts'
import { nextDue } from './schedule.ts'

/** The settings of a view, as columns of its row. */
type Settings = Pick<
  ViewRow,
  | 'report'
  | 'name'
  | 'siteId'
  | 'visitId'
  | 'span'
  | 'kind'
  | 'role'
  | 'cadence'
  | 'weekday'
  | 'monthDay'
  | 'timeOfDay'
  | 'recipients'
>

const isSame = ({ clientId, id }: Pick<ViewRow, 'clientId' | 'id'>) =>
  hasValues(reportViews, { clientId, id })

/**
 * Saves a report.
 * @throws AppError `client_not_chosen`, `too_many_parts`, `incomplete`, `site_required`,
 *   `not_found` for a site, a person or a user that the caller does not manage, `wrong_status` for
 *   a recipient who has left
 */
export function createReportView(ctx: Context<StaffActor>, input: NewReportView): Promise<ReportView> {
  const { db, actor, now } = ctx
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  return withScope(db, scope, async (tx) => {
    // Without the lock two concurrent calls could both pass the limit.
    await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('no key update')
    if ((await tx.$count(reportViews, eq(reportViews.clientId, clientId))) >= limits.reports.views)
      throw new AppError('too_many_parts')
    const settings = await checkSettings(tx, ctx, clientId, toSettings(input), undefined)
    const id = newId(now)
    const [row] = await tx
      .insert(reportViews)
      .values({
        clientId,
        id,
        ownerId: ownerIn(clientId, actor),
        ...settings,
        createdAt: now,
        lastModified: now,
      })
      .returning()
    if (!row) throw new Error('An insert returns its row')
    const details = { before: {}, after: toAudited(row) }
    await recordAudit(tx, { ...auditOf({ actor, now }, 'report.created', 'report', row), details })
    return readReportView(tx, actor, id)
  })
}

/** @param ifMatch the `last_modified` that the caller has seen */
export function updateReportView(
  ctx: Context<StaffActor>,
  id: string,
  { take_over: isTakenOver, ...changes }: ReportViewChanges,
  ifMatch?: string,
): Promise<ReportView> {
  const { db, actor, now } = ctx
  return withScope(db, actor.scope, async (tx) => {
    const row = await lockView(tx, actor, id)
    // The error carries the current view, so that the caller's dialog can continue with it.
    if (ifMatch !== undefined && ifMatch !== row.lastModified.toISOString())
      throw new AppError('changed_meanwhile', { current: await readReportView(tx, actor, id) })
    if (isTakenOver || Object.keys(changes).length > 0)
      await editRow(tx, {
        row,
        show: toAudited,
        ifMatch,
        write: async (lastModified) => {
          const given = toSettings(Object.assign(fieldsOf(row), changes))
          const settings = await checkSettings(tx, ctx, row.clientId, given, row)
          const ownerId = isTakenOver ? ownerIn(row.clientId, actor) : row.ownerId
          const [changed] = await tx
            .update(reportViews)
            .set({ ...settings, ownerId, lastModified })
            .where(isSame(row))
            .returning()
          if (!changed) throw new Error('The row is locked')
          return changed
        },
        audit: auditOf({ actor, now }, 'report.updated', 'report', row),
      })
    return readReportView(tx, actor, id)
  })
}

/** Deletes a saved report. Its queued emails are then not sent. */
export function deleteReportView({ db, actor, now }: Context<StaffActor>, id: string): Promise<void> {
  return withScope(db, actor.scope, async (tx) => {
    const row = await lockView(tx, actor, id)
    await tx.delete(reportViews).where(isSame(row))
    const details = { before: toAudited(row), after: {} }
    await recordAudit(tx, { ...auditOf({ actor, now }, 'report.deleted', 'report', row), details })
  })
}

async function lockView(tx: Transaction, actor: StaffActor, id: string): Promise<ViewRow> {
  const [row] = await tx
    .select()
    .from(reportViews)
    .where(and(isVisibleView(actor), eq(reportViews.id, id)))
    .for('no key update')
  if (!row) throw new AppError('not_found')
  if (!isEditableView(actor, row)) throw new AppError('forbidden')
  return row
}

/** The owner of a view; null for an administrator of the installation, who has no account here. */
const ownerIn = (clientId: string, actor: StaffActor) => (actor.clientId === clientId ? actor.userId : null)

/** The settings of a view, as fields of a request. */
const fieldsOf = (row: ViewRow): NewReportView => ({
  ...toFields({ entries: reportViewFields }, { ...row, site: row.siteId, record: row.visitId }),
  report: row.report,
})

const toSettings = ({ site: siteId, record: visitId, ...fields }: NewReportView): Settings => ({
  ...toColumns(fields),
  siteId,
  visitId,
})

/**
 * Checks the settings against each other and against the caller's rights, and computes the next due
 * time. Unchanged values are not checked again, so that a recipient who has left since doesn't
 * block other changes.
 */
async function checkSettings(
  tx: Transaction,
  ctx: Context<StaffActor>,
  clientId: string,
  settings: Settings,
  before: ViewRow | undefined,
): Promise<Settings & Pick<ViewRow, 'nextDueAt'>> {
  const known = checkParameters(settings)
  const { siteId, cadence, recipients } = known
  // Also checked where the report does not use it, so that no view reveals a person of another
  // site.
  const { visitId } = settings
  if (siteId !== null && siteId !== before?.siteId) {
    const { site } = await resolveSite(tx, ctx.actor, 'manage', { site: siteId }, hasReadableRecords)
    // An administrator of the installation sees the sites of all clients.
    if (site?.clientId !== clientId) throw new AppError('not_found')
  }
  if (visitId !== null && visitId !== before?.visitId)
    await getPersonOrThrow(tx, await readAsking(tx, ctx, {}), visitId)
  const added = recipients.filter((id) => !before?.recipients.includes(id))
  await assertRecipients(tx, ctx.actor, clientId, added)
  if (cadence === null) return { ...known, nextDueAt: null }
  if (recipients.length === 0) throw new AppError('incomplete', { fields: { recipients: 'person_required' } })
  const isAsBefore =
    before?.cadence === cadence &&
    before.siteId === siteId &&
    before.weekday === known.weekday &&
    before.monthDay === known.monthDay &&
    before.timeOfDay === known.timeOfDay
  if (isAsBefore && before.nextDueAt) return { ...known, nextDueAt: before.nextDueAt }
  const timeZone = await findZone(tx, clientId, siteId)
  return { ...known, nextDueAt: nextDue({ ...known, cadence }, ctx.now, timeZone) }
}

/**
 * Checks the parameters that the report needs, and drops those that it does not use.
 * @throws AppError `incomplete`, `site_required`
 */
function checkParameters(settings: Settings): Settings {
  const { report, siteId, visitId } = settings
  if (report === 'roll') {
    if (siteId === null) throw new AppError('site_required', { fields: { site: 'site_required' } })
    return { ...settings, span: null, visitId: null, kind: null, role: '' }
  }
  if (report === 'contacts' && visitId === null)
    throw new AppError('incomplete', { fields: { record: 'person_required' } })
  const { min, max, usual } = reportSpans[report]
  const span = settings.span ?? usual
  if (span < min || span > max)
    throw new AppError('incomplete', { fields: { span: { min, max, isWhole: true } } })
  return {
    ...settings,
    span,
    visitId: report === 'contacts' ? visitId : null,
    kind: report === 'hours' ? settings.kind : null,
    role: report === 'hours' ? settings.role : '',
  }
}

/**
 * @throws AppError `not_found` for a user whom the caller may not see, `wrong_status` for one who
 *   has left or may not read reports
 */
async function assertRecipients(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const found = await tx
    .select({ status: users.status, isReader })
    .from(users)
    .where(
      and(
        eq(users.clientId, clientId),
        isOneOf(users.id, ids),
        or(eq(users.id, actor.userId), isVisibleUser(actor) ?? sql`true`),
      ),
    )
  const fields = { recipients: 'person_required' } as const
  if (found.length < ids.length) throw new AppError('not_found', { fields })
  if (found.some((user) => user.status !== 'active' || !user.isReader))
    throw new AppError('wrong_status', { fields })
}

async function findZone(tx: Transaction, clientId: string, siteId: string | null): Promise<string> {
  const [found] =
    siteId === null
      ? await tx.select({ timeZone: clients.timeZone }).from(clients).where(eq(clients.id, clientId))
      : await tx
          .select({ timeZone: sites.timeZone })
          .from(sites)
          .where(hasValues(sites, { clientId, id: siteId }))
  return found?.timeZone ?? 'UTC'
}

const toAudited = (row: ViewRow): AuditedReportView => ({
  ...fieldsOf(row),
  owner: row.ownerId,
  last_modified: row.lastModified.toISOString(),
})
