import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import type { EndpointExport } from '@gatehouse/validation/endpoint'
import type { Muster, MusterReport, ReportedPerson, RollEntry } from '@gatehouse/validation/endpoints/musters'
import { musterFileName } from '@gatehouse/validation/export-name'
import { readMilliseconds } from '@gatehouse/validation/instants'
import { listName } from '@gatehouse/validation/list-name'
import {
  allFlagged,
  isBesideRoll,
  isCounted,
  isOfBefore,
  isOnlyFlagged,
  type Mark,
  type PersonMarks,
  unmarked,
} from '@gatehouse/validation/muster'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import { and, eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { musters } from '../../db/schema/musters.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { writeCsv } from '../../lib/csv.ts'
import { takeParts } from '../../lib/take-turns.ts'
import {
  isMuster,
  type MusterRow,
  readMarksInOrder,
  readMuster,
  readRoll,
  readWardens,
  toMuster,
} from './queries.ts'
import { countInTurns, readMarksInTurns } from './read-marks.ts'
import { canReadMobiles } from '../people/mobile-visibility.ts'
import { readPoints } from '../sites/muster-points.ts'
import { hasReadableRecords } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'

interface ReportData {
  muster: Muster
  roll: readonly RollEntry[]
  marked: ReadonlyMap<string, PersonMarks>
  wardens: readonly { id: string; name: string }[]
  points: readonly { id: string; name: string }[]
}

/** How many people are written before other requests run. */
const PART_PEOPLE = 250

/** A person who is not on the list. */
const unlistedPerson = {
  kind: 'unlisted' as const,
  role: null,
  mobile: null,
  mobile_masked: false,
  dependents: 0,
  signed_in_at: null,
  left_at: null,
  left_by_other_phone: false,
}
type Listed = Pick<ReportedPerson, 'id' | 'name' | keyof typeof unlistedPerson>

/** The outcome of each person. The missing come first, then people who asked for help. */
export async function writeReport({
  muster,
  roll,
  marked: known,
  wardens,
  points,
}: ReportData): Promise<MusterReport> {
  const wardenNames = new Map(wardens.map(({ id, name }) => [id, name]))
  const pointNames = new Map(points.map(({ id, name }) => [id, name]))
  const nameOf = (mark: Mark | null): string | null => mark && (wardenNames.get(mark.by ?? '') ?? '')
  const pointOf = (mark: Mark | null): string | null => mark && (pointNames.get(mark.point_id ?? '') ?? null)

  const isOld = ({ at }: Mark) =>
    isOfBefore(readMilliseconds(at) ?? 0, readMilliseconds(muster.started_at) ?? 0)

  const reportOf = (
    person: Listed,
    /** The outcome where no mark says more. */
    outcome: 'missing' | 'left' | 'not_counted',
  ): ReportedPerson => {
    const found = known.get(person.id) ?? unmarked
    const { safe, helpNeeded, isWithdrawn } = found
    const flagged = allFlagged(found).map((mark) => ({
      state: mark.state,
      text: mark.text,
      at: mark.at,
      by: nameOf(mark) ?? '',
      is_before: isOld(mark),
      is_counted: isCounted(mark),
    }))
    const point = pointOf(found.point)
    return {
      ...person,
      outcome: safe ? 'safe' : isWithdrawn ? 'withdrawn' : helpNeeded ? 'missing' : outcome,
      safe_at: safe?.at ?? null,
      safe_by: nameOf(safe),
      seconds: safe && secondsSince(muster, safe.at),
      said_safe_at: found.saidSafe?.at ?? null,
      said_safe_by_other_phone: found.saidSafe?.is_flagged ?? false,
      help_needed_at: helpNeeded?.at ?? null,
      help_needed_by: nameOf(helpNeeded),
      help_given_at: found.helpGiven?.at ?? null,
      help_given_by: nameOf(found.helpGiven),
      added_at: found.unlisted?.at ?? null,
      added_by: nameOf(found.unlisted),
      point,
      point_at: point === null ? null : (found.point?.at ?? null),
      point_by: point === null ? null : nameOf(found.point),
      notes: found.notes.map((mark) => ({ text: mark.text, at: mark.at, by: nameOf(mark) ?? '' })),
      flagged: flagged.length,
      flagged_before: flagged.filter(({ is_before }) => is_before).length,
      flagged_marks: flagged,
    }
  }

  const placed = new Map<number, ReportedPerson[]>(placesInOrder.map((place) => [place, []]))
  const put = (person: ReportedPerson) => placed.get(placeOf(person))?.push(person)
  const ids = new Set<string>()
  for await (const part of takeParts(roll, PART_PEOPLE))
    for (const entry of part) {
      ids.add(entry.id)
      const { id, kind, role, dependents, signed_in_at, left_at, left_by_other_phone } = entry
      const person = {
        id,
        name: listName(entry.first_name, entry.last_name),
        kind,
        role,
        mobile: entry.tel,
        mobile_masked: entry.tel_masked,
        dependents,
        signed_in_at,
        left_at,
        left_by_other_phone,
      }
      put(reportOf(person, entry.had_left ? 'left' : 'missing'))
    }
  const unlisted: ReportedPerson[] = []
  const ticks = new Map<string, number>()
  for await (const part of takeParts([...known], PART_PEOPLE))
    for (const [id, marked] of part) {
      const { safe, unlisted: added } = marked
      const warden = nameOf(safe)
      if (warden !== null) ticks.set(warden, (ticks.get(warden) ?? 0) + 1)
      const isApart = isOnlyFlagged(marked)
      if (ids.has(id) || !(added || isApart || isBesideRoll(marked))) continue
      const person = { ...unlistedPerson, id, name: added?.text ?? '' }
      unlisted.push(reportOf(person, isApart ? 'not_counted' : 'missing'))
    }
  for (const person of unlisted) insertByName(placed.get(placeOf(person)) ?? [], person)
  const { safe, missing, total } = await countInTurns(roll, known)
  return {
    muster,
    safe,
    missing,
    total,
    people: [...placed.values()].flat(),
    wardens: [...ticks]
      .map(([name, made]) => ({ name, ticks: made }))
      .toSorted((one, other) => other.ticks - one.ticks),
  }
}

const places: Record<ReportedPerson['outcome'], number> = {
  missing: 0,
  safe: 1,
  left: 2,
  not_counted: 3,
  withdrawn: 4,
}

const ASKED_FOR_HELP = 0.5

const placesInOrder = [...Object.values(places), ASKED_FOR_HELP].toSorted((one, other) => one - other)

const placeOf = ({ outcome, help_needed_at }: ReportedPerson) =>
  outcome === 'safe' && help_needed_at !== null ? ASKED_FOR_HELP : places[outcome]

const collator = new Intl.Collator('und', { numeric: true })

/** The last name first, as the roll does. @param one "Last, First" */
function compareNames(one: string, other: string): number {
  const [[last = '', first = ''], [otherLast = '', otherFirst = '']] = [one.split(', '), other.split(', ')]
  return collator.compare(last, otherLast) || collator.compare(first, otherFirst)
}

/** Inserts a person into people sorted by name. */
function insertByName(people: ReportedPerson[], person: ReportedPerson): void {
  let [from, to] = [0, people.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (compareNames(people[middle]?.name ?? '', person.name) > 0) to = middle
    else from = middle + 1
  }
  people.splice(from, 0, person)
}

/** Null for a person found during the drill that became this real muster. */
function secondsSince({ started_at, became_real_at }: Muster, to: string): number | null {
  const [start = 0, end = 0] = [readMilliseconds(became_real_at ?? started_at), readMilliseconds(to)]
  if (became_real_at !== null && end < start) return null
  return Math.max(0, Math.round((end - start) / 1000))
}

/** The report of a muster in its current state, running or ended. */
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

/** A text with its author and time. */
const signed = ({ text, by, at }: ReportedPerson['notes'][number]) =>
  [text, by, at].filter(Boolean).join(', ')

/** The report as CSV. The audit log records its number of rows. Times are in UTC. */
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
        // As on the screen and on paper.
        role: person.role || (person.kind === 'visitor' ? 'Visitor' : null),
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
