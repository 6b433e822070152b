import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import { hasValues } from '../../db/has-values.ts'
import { type ReportRecipientState, ReportView } from '@gatehouse/validation/endpoints/report-views'
import { and, count, eq, or, type SQL, sql, exists } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { reportViews } from '../../db/schema/reports.ts'
import { sites } from '../../db/schema/sites.ts'
import { users, accessEntries } from '../../db/schema/users.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { type ListConditions, selectPage, withListScope } from '../../db/select-page.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { isAdmin } from '../users/policy.ts'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'

const managedSites = alias(sites, 'managed_sites')

const managerEntry = new QueryBuilder()
  .select({ one: sql`1` })
  .from(accessEntries)
  .innerJoin(
    managedSites,
    hasValues(managedSites, { clientId: accessEntries.clientId, id: accessEntries.siteId }),
  )
  .where(
    and(
      hasValues(accessEntries, { clientId: users.clientId, userId: users.id, userType: 'Manager' }),
      eq(managedSites.status, 'active'),
    ),
  )

/** Whether a user may read reports (admins, and Managers of an active site), as SQL on `users`. */
export const isReader = sql<boolean>`(${or(users.admin, users.siteAdmin, exists(managerEntry))})`

export type ViewRow = typeof reportViews.$inferSelect

type Query = InputOf<'listReportViews'>['query']

/** Admins see all views of the client; others see their own and those that they receive. */
export function isVisibleView(actor: StaffActor): SQL | undefined {
  if (isAdmin(actor)) return undefined
  const { userId } = actor
  return or(eq(reportViews.ownerId, userId), sql`${userId}::uuid = any(${reportViews.recipients})`)
}

export const isEditableView = (actor: StaffActor, { ownerId }: Pick<ViewRow, 'ownerId'>): boolean =>
  isAdmin(actor) || ownerId === actor.userId

const listedViews = (actor: StaffActor): ListConditions<Pick<Query, 'search' | 'report'>> => ({
  scope: isVisibleView(actor),
  search: { texts: [reportViews.foldedName] },
  filters: { report: (report) => eq(reportViews.report, report) },
})

export function listReportViews(
  { db, actor }: Context<StaffActor>,
  query: Query,
): Promise<OutputOf<'listReportViews'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const { items, total } = await selectPage(query, {
      ...listedViews(actor),
      sort: {
        name: reportViews.foldedName,
        next_due_at: reportViews.nextDueAt,
        created_at: reportViews.createdAt,
      },
      lastSort: reportViews.id,
      rows: (where) => selectViews(tx).where(where).$dynamic(),
      count: (where) => tx.select({ total: count() }).from(reportViews).where(where),
    })
    return { items: await toResponses(tx, actor, items), total }
  })
}

export function getReportView({ db, actor }: Context<StaffActor>, id: string): Promise<ReportView> {
  return withReadScope(db, actor.scope, (tx) => readReportView(tx, actor, id))
}

/** The same within a transaction. */
export async function readReportView(tx: Transaction, actor: StaffActor, id: string): Promise<ReportView> {
  const rows = await selectViews(tx).where(and(isVisibleView(actor), eq(reportViews.id, id)))
  const [view] = await toResponses(tx, actor, rows)
  if (!view) throw new AppError('not_found')
  return view
}

/** The zone of a view's schedule: that of its site, or of the client without a site. */
export const zoneOfView = sql<string>`coalesce(${sites.timeZone}, ${clients.timeZone})`
export const isSiteOfView = hasValues(sites, { clientId: reportViews.clientId, id: reportViews.siteId })

function selectViews(tx: Transaction) {
  return tx
    .select({ view: reportViews, clientName: clients.name, siteName: sites.name, timeZone: zoneOfView })
    .from(reportViews)
    .innerJoin(clients, eq(clients.id, reportViews.clientId))
    .leftJoin(sites, isSiteOfView)
}

type SelectedView = Awaited<ReturnType<typeof selectViews>>[number]

interface KnownUser {
  name: string
  state: ReportRecipientState
}

async function toResponses(
  tx: Transaction,
  actor: StaffActor,
  rows: readonly SelectedView[],
): Promise<ReportView[]> {
  const people = await findUsers(
    tx,
    rows.flatMap(({ view: { ownerId, recipients } }) => [...(ownerId ? [ownerId] : []), ...recipients]),
  )
  return rows.map(({ view, clientName, siteName, timeZone }) => {
    const owner = view.ownerId === null ? undefined : people.get(view.ownerId)
    return toFields(
      ReportView,
      { ...view, clientName, siteName, timeZone },
      {
        site: view.siteId,
        record: view.visitId,
        recipients: view.recipients.map((id) => ({
          id,
          name: '',
          state: 'left' as const,
          ...people.get(id),
        })),
        owner: owner?.name ?? null,
        is_paused: view.ownerId !== null && owner?.state !== 'active',
        editable: isEditableView(actor, view),
      },
    )
  })
}

async function findUsers(tx: Transaction, ids: readonly string[]): Promise<Map<string, KnownUser>> {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({
      id: users.id,
      name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
      status: users.status,
      isReader,
    })
    .from(users)
    .where(isOneOf(users.id, [...new Set(ids)]))
  return new Map(
    found.map(({ id, name, status, isReader: mayRead }) => [
      id,
      { name, state: status !== 'active' ? 'left' : mayRead ? 'active' : 'no_access' },
    ]),
  )
}
