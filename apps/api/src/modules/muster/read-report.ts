import type { EndpointExport } from '@gatehouse/validation/endpoint'
import type { MusterReport } from '@gatehouse/validation/endpoints/musters'
import { exportFileName } from '@gatehouse/validation/export-name'
import { noMarks, uniteMarks } from '@gatehouse/validation/muster'
import { and, eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { musters } from '../../db/schema/musters.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { writeCsv } from '../../lib/csv.ts'
import { canReadMobiles } from '../people/mobile-visibility.ts'
import { hasRightAtSite } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'
import {
  isMuster,
  type MusterRow,
  readMuster,
  readPoints,
  readRoll,
  readStoredMarks,
  readWardens,
  toMuster,
} from './queries.ts'
import { writeReport } from './report.ts'

/** The report of a muster as it is, also of one that is running. @throws AppError `not_found` */
export function getReport({ db, actor }: Context<StaffActor>, id: string): Promise<MusterReport> {
  return withScope(db, actor.scope, async (tx) => (await readReport(tx, actor, id)).report, {
    readOnly: true,
  })
}

async function readReport(
  tx: Transaction,
  actor: StaffActor,
  id: string,
): Promise<{ report: MusterReport; muster: MusterRow }> {
  const [asked] = await tx
    .select({ muster: musters, canRead: canReadMobiles(actor, { isOnSite: false }) })
    .from(musters)
    .innerJoin(sites, isSiteOf(musters))
    .where(and(eq(musters.id, id), hasRightAtSite(actor, 'see')))
  if (!asked) throw new AppError('not_found')
  const { muster } = asked
  const report = writeReport({
    muster: toMuster(await readMuster(tx, isMuster(muster))),
    roll: await readRoll(tx, muster, asked.canRead),
    marks: uniteMarks(noMarks, await readStoredMarks(tx, muster)),
    wardens: await readWardens(tx, muster),
    points: await readPoints(tx, muster),
  })
  return { report, muster }
}

const columns = [
  'name',
  'kind',
  'role',
  'dependents',
  'outcome',
  'signed_in_at',
  'left_at',
  'safe_at',
  'safe_by',
  'seconds',
  'said_safe_at',
  'help_needed_at',
  'help_given_at',
  'point',
  'notes',
  'flagged',
] as const

/** The report as CSV, recorded with the number of its rows. Times are in UTC. @throws AppError `not_found` */
export function exportReport({ db, actor, now }: Context<StaffActor>, id: string): Promise<EndpointExport> {
  return withScope(db, actor.scope, async (tx) => {
    const { report, muster } = await readReport(tx, actor, id)
    const rows = report.people.map(({ notes, ...person }) => ({ ...person, notes: notes.join(' | ') }))
    await recordAudit(tx, {
      clientId: muster.clientId,
      actor: { kind: 'staff', id: actor.userId },
      action: 'muster.exported',
      target: { kind: 'muster', id },
      at: now,
      details: { site: muster.siteId, rows: rows.length },
    })
    const name = exportFileName('muster', [report.muster.site_name], rows.length, now)
    return { name, rows: rows.length, text: writeCsv(columns, inParts(rows)) }
  })
}

const PART_ROWS = 200

async function* inParts<Row>(rows: readonly Row[]): AsyncGenerator<Row[]> {
  for (let from = 0; from < rows.length; from += PART_ROWS) yield rows.slice(from, from + PART_ROWS)
}
