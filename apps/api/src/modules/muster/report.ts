import type { MusterReport, ReportedPerson, RollEntry, Muster } from '@gatehouse/validation/endpoints/musters'
import { listName } from '@gatehouse/validation/list-name'
import { readMilliseconds } from '@gatehouse/validation/instants'
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
import { takeParts } from '../../lib/take-turns.ts'
import { countInTurns } from './read-marks.ts'

interface ReportData {
  muster: Muster
  roll: readonly RollEntry[]
  marked: ReadonlyMap<string, PersonMarks>
  wardens: readonly { id: string; name: string }[]
  points: readonly { id: string; name: string }[]
}

/** So many people are written without a turn of others. */
const PART_PEOPLE = 250

/** Who was found, by whom and when. The missing come first, then those who asked for help. */
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
    person: Pick<
      ReportedPerson,
      | 'id'
      | 'name'
      | 'kind'
      | 'role'
      | 'mobile'
      | 'mobile_masked'
      | 'dependents'
      | 'signed_in_at'
      | 'left_at'
      | 'left_by_other_phone'
    >,
    /** Of whoever nothing says more about. */
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
      const person = {
        id,
        name: added?.text ?? '',
        kind: 'unlisted' as const,
        role: null,
        mobile: null,
        mobile_masked: false,
        dependents: 0,
        signed_in_at: null,
        left_at: null,
        left_by_other_phone: false,
      }
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

/** Puts somebody among people who are in the order of their names. */
function insertByName(people: ReportedPerson[], person: ReportedPerson): void {
  let [from, to] = [0, people.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (collator.compare(people[middle]?.name ?? '', person.name) > 0) to = middle
    else from = middle + 1
  }
  people.splice(from, 0, person)
}

/** What was found out in a drill took no time of the real muster. */
function secondsSince({ started_at, became_real_at }: Muster, to: string): number | null {
  const [start = 0, end = 0] = [readMilliseconds(became_real_at ?? started_at), readMilliseconds(to)]
  if (became_real_at !== null && end < start) return null
  return Math.max(0, Math.round((end - start) / 1000))
}
