import type { InputOf } from '@gatehouse/validation/endpoints/all'
import { serverLimits } from '@gatehouse/validation/limits'
import { and, desc, eq, gt, max, ne, notInArray, type SQL, sql, sum } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { kioskReports, signInMethods, unnamedKiosk } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withReadScope, withScope } from '../../db/tenancy.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import { AppError } from '../../lib/app-error.ts'
import { REPORT_LIFE_MS } from './lifecycle.ts'
import { type MethodDirectory, findOpenMethod, type OpenMethod } from '../sign-in-methods/queries.ts'
import { isOrWasKiosk, type NamedMethod } from '../sign-in-methods/paired-kiosks.ts'

type KioskReport = InputOf<'reportKiosk'>['body']

/**
 * Stores how many sign-ins a kiosk has not sent yet. The number is only shown, because anyone with
 * the key can report one. A retired kiosk is accepted too: its tablets still send what they have
 * stored.
 * @throws AppError `not_found` for a method that is not and never was an open kiosk
 */
export async function recordKioskReport(
  { db, now }: Pick<Context, 'db' | 'now'>,
  methods: MethodDirectory,
  { machineId, kiosk = unnamedKiosk, waiting }: KioskReport,
): Promise<{ time: string; hasMuster: boolean }> {
  const { method, site, hasMuster } = await getKioskOrThrow({ db }, methods, machineId, isOrWasKiosk)
  await withScope(db, method.scope, async (tx) => {
    const { methodId } = method
    const [row] = await tx
      .insert(kioskReports)
      .values({ clientId: site.clientId, methodId, kiosk, waiting, reportedAt: now })
      .onConflictDoUpdate({
        target: [kioskReports.clientId, kioskReports.methodId, kioskReports.kiosk],
        set: { waiting, reportedAt: now },
      })
      .returning({ isNew: sql<boolean>`xmax = 0` })
    if (row?.isNew && kiosk !== unnamedKiosk) await forgetOldest(tx, methodId)
  })
  return { time: now.toISOString(), hasMuster }
}

/**
 * Keeps only the latest reports of a method, because anyone with its key can invent tablets. Also
 * drops the report without an id: tablets that now send one have reported without it before.
 */
async function forgetOldest(tx: Transaction, methodId: string): Promise<void> {
  const kept = tx
    .select({ kiosk: kioskReports.kiosk })
    .from(kioskReports)
    .where(and(eq(kioskReports.methodId, methodId), ne(kioskReports.kiosk, unnamedKiosk)))
    .orderBy(desc(kioskReports.reportedAt), kioskReports.kiosk)
    .limit(serverLimits.kiosksOfMethod)
  await tx
    .delete(kioskReports)
    .where(and(eq(kioskReports.methodId, methodId), notInArray(kioskReports.kiosk, kept)))
}

const MAX_SHOWN = 20

/**
 * The kiosks at the chosen sites that have sign-ins to send.
 * @param chosen a condition on `sites`
 */
export function findWaitingKiosks(tx: Transaction, chosen: SQL | undefined, now: Date) {
  return tx
    .select({
      method: signInMethods.name,
      siteName: sites.name,
      waiting: sum(kioskReports.waiting).mapWith(Number),
      reportedAt: sql`${max(kioskReports.reportedAt)}`.mapWith(kioskReports.reportedAt),
    })
    .from(kioskReports)
    .innerJoin(
      signInMethods,
      hasValues(signInMethods, { clientId: kioskReports.clientId, id: kioskReports.methodId }),
    )
    .innerJoin(sites, hasValues(sites, { clientId: signInMethods.clientId, id: signInMethods.siteId }))
    .where(
      and(
        chosen,
        gt(kioskReports.waiting, 0),
        gt(kioskReports.reportedAt, new Date(now.getTime() - REPORT_LIFE_MS)),
      ),
    )
    .groupBy(kioskReports.clientId, kioskReports.methodId, signInMethods.name, sites.name, sites.foldedName)
    .orderBy(sites.foldedName, signInMethods.name)
    .limit(MAX_SHOWN)
}

/** An open kiosk by the id of its method. @throws AppError `not_found` */
export async function getKioskOrThrow(
  { db }: Pick<Context, 'db'>,
  methods: MethodDirectory,
  machineId: string,
  isAccepted: (tx: Transaction, method: NamedMethod) => Promise<boolean> = isKiosk,
): Promise<{ method: FoundMethod; site: OpenMethod['site']; hasMuster: boolean }> {
  const method = await methods.find(db, machineId)
  const open =
    method &&
    (await withReadScope(db, method.scope, async (tx) => {
      const found = await findOpenMethod(tx, method)
      return found && (await isAccepted(tx, found.method)) ? found : undefined
    }))
  if (!method || !open) throw new AppError('not_found')
  return { method, site: open.site, hasMuster: open.musterIsDrill !== null }
}

async function isKiosk(_: Transaction, { type }: NamedMethod): Promise<boolean> {
  return type === 'kiosk'
}
