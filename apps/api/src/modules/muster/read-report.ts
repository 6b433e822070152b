import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import type { EndpointExport } from '@gatehouse/validation/endpoint'
import type { MusterReport, ReportedPerson } from '@gatehouse/validation/endpoints/musters'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import { musterFileName } from '@gatehouse/validation/export-name'
import { and, eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { musters } from '../../db/schema/musters.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { writeCsv } from '../../lib/csv.ts'
import { takeParts } from '../../lib/take-turns.ts'
import { canReadMobiles } from '../people/mobile-visibility.ts'
import { hasReadableRecords } from '../sites/policy.ts'
import { readPoints } from '../sites/muster-points.ts'
import { isSiteOf } from '../sites/queries.ts'
import {
  isMuster,
  type MusterRow,
  readMarksInOrder,
  readMuster,
  readRoll,
  readWardens,
  toMuster,
} from './queries.ts'
import { readMarksInTurns } from './read-marks.ts'
import { writeReport } from './report.ts'

/** The report of a muster as it is, also of one that is running. @throws AppError `not_found` */
export function getReport({ db, actor }: Context<StaffActor>, id: string): Promise<MusterReport> {
  return withScope(db, actor.scope, async (tx) => (await readReport(tx, actor, id)).report, {
    readOnly: true,
    isolation: 'repeatable read',
  })
}

async function readReport(
  tx: Transaction,
  actor: StaffActor,
  id: string,
): Promise<{ report: MusterReport; muster: MusterRow; region: string }> {
  const [asked] = await tx
    .select({ muster: musters, region: sites.region, canRead: canReadMobiles(actor, { isOnSite: false }) })
    .from(musters)
    .innerJoin(sites, isSiteOf(musters))
    .where(and(eq(musters.id, id), hasReadableRecords(actor, 'see')))
  if (!asked) throw new AppError('not_found')
  const { muster, region } = asked
  const report = await writeReport({
    muster: toMuster(await readMuster(tx, isMuster(muster))),
    roll: await readRoll(tx, muster, () => asked.canRead),
    marked: await readMarksInTurns(await readMarksInOrder(tx, muster)),
    wardens: await readWardens(tx, muster),
    points: await readPoints(tx, muster),
  })
  return { report, muster, region }
}

const columns = [
  'site',
  'site_time_zone',
  'drill',
  'name',
  'kind',
  'role',
  'mobile',
  'dependents',
  'outcome',
  'signed_in_at',
  'left_at',
  'left_by_other_phone',
  'safe_at',
  'safe_by',
  'seconds',
  'said_safe_at',
  'said_safe_by_other_phone',
  'help_needed_at',
  'help_needed_by',
  'help_given_at',
  'help_given_by',
  'added_at',
  'added_by',
  'point',
  'point_at',
  'point_by',
  'notes',
  'flagged',
  'flagged_before',
  'flagged_marks',
  'muster_started_at',
  'muster_started_by',
  'muster_became_real_at',
  'muster_ended_at',
  'muster_ended_by',
] as const

const PART_ROWS = 200

/** A text with who wrote it, and when. */
const signed = ({ text, by, at }: ReportedPerson['notes'][number]) =>
  [text, by, at].filter(Boolean).join(', ')

/** The report as CSV, recorded with the number of its rows. Times are in UTC. @throws AppError `not_found` */
export function exportReport({ db, actor, now }: Context<StaffActor>, id: string): Promise<EndpointExport> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const { report, muster, region } = await readReport(tx, actor, id)
      const { site_name, time_zone, drill, started_at, started_by, became_real_at, ended_at, ended_by } =
        report.muster
      const toRow = ({
        notes,
        flagged_marks: flagged,
        mobile,
        mobile_masked: isMasked,
        ...person
      }: ReportedPerson) => ({
        site: site_name,
        site_time_zone: time_zone,
        drill: String(drill),
        ...person,
        mobile: mobile === null || isMasked ? mobile : toWrittenNumber(mobile, region),
        left_by_other_phone: String(person.left_by_other_phone),
        said_safe_by_other_phone: String(person.said_safe_by_other_phone),
        notes: notes.map(signed).join(' | '),
        flagged_marks: flagged.map((mark) => `${mark.state}: ${signed(mark)}`).join(' | '),
        muster_started_at: started_at,
        muster_started_by: started_by,
        muster_became_real_at: became_real_at,
        muster_ended_at: ended_at,
        muster_ended_by: ended_by,
      })
      async function* inParts() {
        for await (const part of takeParts(report.people, PART_ROWS)) yield part.map(toRow)
      }
      const rows = report.people.length
      await recordAudit(tx, {
        ...auditOf({ actor, now }, 'muster.exported', 'muster', { clientId: muster.clientId, id }),
        details: { site: muster.siteId, rows },
      })
      const name = musterFileName(
        { ...report.muster, time_zone: timeZoneOf(time_zone) },
        muster.startedAt,
        'csv',
      )
      return { name, rows, text: writeCsv(columns, inParts()) }
    },
    { isolation: 'repeatable read' },
  )
}
