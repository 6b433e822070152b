import type { MusterReport, ReportedPerson, RollEntry, Muster } from '@gatehouse/validation/endpoints/musters'
import { readMilliseconds } from '@gatehouse/validation/instants'
import { countMuster, type Mark, type Marks, readMarks, unmarked } from '@gatehouse/validation/muster'

interface ReportData {
  muster: Muster
  roll: readonly RollEntry[]
  marks: Marks
  wardens: readonly { id: string; name: string }[]
  points: readonly { id: string; name: string }[]
}

/** Who was found, by whom and when. The missing come first, then those who asked for help. */
export function writeReport({ muster, roll, marks, wardens, points }: ReportData): MusterReport {
  const known = readMarks(marks)
  const nameOf = (mark: Mark | null): string | null =>
    mark && (wardens.find(({ id }) => id === mark.by)?.name ?? '')
  const pointOf = (mark: Mark | null): string | null =>
    mark && (points.find(({ id }) => id === mark.point_id)?.name ?? null)

  const reportOf = (
    person: Pick<ReportedPerson, 'id' | 'name' | 'kind' | 'role' | 'dependents' | 'signed_in_at' | 'left_at'>,
    hadLeft: boolean,
  ): ReportedPerson => {
    const found = known.get(person.id) ?? unmarked
    const { safe, helpNeeded, isWithdrawn } = found
    return {
      ...person,
      outcome: safe ? 'safe' : isWithdrawn ? 'withdrawn' : hadLeft && !helpNeeded ? 'left' : 'missing',
      safe_at: safe?.at ?? null,
      safe_by: nameOf(safe),
      seconds: safe && secondsBetween(muster.started_at, safe.at),
      said_safe_at: found.saidSafe?.at ?? null,
      help_needed_at: helpNeeded?.at ?? null,
      help_given_at: found.helpGiven?.at ?? null,
      point: pointOf(found.point),
      notes: found.notes.map(({ text }) => text),
      flagged: found.flagged.length,
    }
  }

  const listed = roll.map((entry) =>
    reportOf(
      {
        id: entry.id,
        name: `${entry.first_name} ${entry.last_name}`.trim(),
        kind: entry.kind,
        role: entry.role,
        dependents: entry.dependents,
        signed_in_at: entry.signed_in_at,
        left_at: entry.left_at,
      },
      entry.had_left,
    ),
  )
  const ids = new Set(roll.map(({ id }) => id))
  const unlisted = [...known].flatMap(([id, { unlisted: added }]) => {
    if (ids.has(id)) return []
    const person = { id, name: added?.text ?? '', kind: 'unlisted' as const, role: null, dependents: 0 }
    return [reportOf({ ...person, signed_in_at: null, left_at: null }, false)]
  })
  const people = [...listed, ...unlisted].toSorted((one, other) => placeOf(one) - placeOf(other))
  const ticks = [...known.values()].flatMap(({ safe }) => (safe ? [nameOf(safe) ?? ''] : []))
  const { safe, missing, total } = countMuster(roll, known)
  return {
    muster,
    safe,
    missing,
    total,
    people,
    wardens: [...Map.groupBy(ticks, (name) => name)]
      .map(([name, made]) => ({ name, ticks: made.length }))
      .toSorted((one, other) => other.ticks - one.ticks),
  }
}

const places: Record<ReportedPerson['outcome'], number> = { missing: 0, safe: 1, left: 2, withdrawn: 3 }

const placeOf = ({ outcome, help_needed_at }: ReportedPerson) =>
  outcome === 'safe' && help_needed_at !== null ? 0.5 : places[outcome]

function secondsBetween(from: string, to: string): number {
  const [start = 0, end = 0] = [readMilliseconds(from), readMilliseconds(to)]
  return Math.max(0, Math.round((end - start) / 1000))
}
