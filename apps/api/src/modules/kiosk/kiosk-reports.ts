import { and, eq, gt, type SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { kioskReports, signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { REPORT_LIFE_MS } from './purge.ts'
import type { MethodDirectory } from '../sign-in-methods/method-directory.ts'
import { getKioskOrThrow } from './get-kiosk.ts'

/**
 * Keeps how many sign-ins a kiosk has stored and not sent. Anybody who knows the key can claim a number, so it is only shown.
 * @throws AppError `not_found` for anything but an open kiosk
 */
export async function recordKioskReport(
  { db, now }: Pick<Context, 'db' | 'now'>,
  methods: MethodDirectory,
  { machineId, waiting }: { machineId: string; waiting: number },
): Promise<{ time: string }> {
  const { method, site } = await getKioskOrThrow({ db }, methods, machineId)
  await withScope(db, method.scope, (tx) =>
    tx
      .insert(kioskReports)
      .values({ clientId: site.clientId, methodId: method.methodId, waiting, reportedAt: now })
      .onConflictDoUpdate({
        target: [kioskReports.clientId, kioskReports.methodId],
        set: { waiting, reportedAt: now },
      }),
  )
  return { time: now.toISOString() }
}

const MAX_SHOWN = 20

/** The kiosks at the chosen sites that still have sign-ins to send. @param chosen a condition on `sites` */
export function findWaitingKiosks(tx: Transaction, chosen: SQL | undefined, now: Date) {
  return tx
    .select({
      method: signInMethods.name,
      siteName: sites.name,
      waiting: kioskReports.waiting,
      reportedAt: kioskReports.reportedAt,
    })
    .from(kioskReports)
    .innerJoin(
      signInMethods,
      and(eq(signInMethods.clientId, kioskReports.clientId), eq(signInMethods.id, kioskReports.methodId)),
    )
    .innerJoin(sites, and(eq(sites.clientId, signInMethods.clientId), eq(sites.id, signInMethods.siteId)))
    .where(
      and(
        chosen,
        gt(kioskReports.waiting, 0),
        gt(kioskReports.reportedAt, new Date(now.getTime() - REPORT_LIFE_MS)),
      ),
    )
    .orderBy(sites.foldedName, signInMethods.name)
    .limit(MAX_SHOWN)
}
