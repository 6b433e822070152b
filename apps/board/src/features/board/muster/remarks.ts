import type { ReportedPerson } from '@gatehouse/validation/endpoints/musters'
import {
  allFlagged,
  isCounted,
  type Mark,
  type MarkState,
  type PersonMarks,
} from '@gatehouse/validation/muster'
import type { ListedPerson } from './listed-people.ts'
import type { KeptMuster } from './storage.ts'
import type { MarkWords } from './words.ts'

/**
 * The kinds of remarks about a person, in this order: on the card, under "More", on paper, in the
 * file and in the report.
 */
export const remarkKinds = [
  'help_needed',
  'safe',
  'said_safe',
  'said_safe_by_other_phone',
  'help_given',
  'unlisted',
  'point',
  'left',
  'left_by_other_phone',
  'note',
  'flagged_before',
  'flagged',
] as const
export type RemarkKind = (typeof remarkKinds)[number]

/** One remark. Missing parts are empty. */
export interface Remark {
  key: string
  kind: RemarkKind
  who: string
  at: string
  text: string
  /** Set for a flagged mark. */
  flagged?: { state: MarkState; isCounted: boolean }
}

const remark = (kind: RemarkKind, more: Partial<Remark> = {}): Remark => ({
  key: kind,
  kind,
  who: '',
  at: '',
  text: '',
  ...more,
})

/** The remarks of each kind. The type requires all kinds. */
type Remarks = Record<RemarkKind, readonly (Remark | null)[]>

const inOrder = (remarks: Remarks): Remark[] =>
  remarkKinds.flatMap((kind) => remarks[kind].filter((one) => one !== null))

/** The remarks that a device's marks give about a person. */
export function remarksOf(
  { entry }: Pick<ListedPerson, 'entry'>,
  known: PersonMarks,
  { who, isOld }: Pick<MarkWords, 'who' | 'isOld'>,
  points: readonly Pick<KeptMuster['points'][number], 'id' | 'name'>[],
): Remark[] {
  const by = (kind: RemarkKind, mark: Mark | null) =>
    mark && remark(kind, { key: mark.id, who: who(mark), at: mark.at })
  const flagged = allFlagged(known)
  const pointName = points.find((one) => one.id === known.point?.point_id)?.name
  return inOrder({
    help_needed: [by('help_needed', known.helpNeeded)],
    safe: [by('safe', known.safe)],
    said_safe: [known.saidSafe?.is_flagged ? null : by('said_safe', known.saidSafe)],
    said_safe_by_other_phone: [
      known.saidSafe?.is_flagged ? by('said_safe_by_other_phone', known.saidSafe) : null,
    ],
    help_given: [by('help_given', known.helpGiven)],
    unlisted: [entry ? null : (by('unlisted', known.unlisted) ?? remark('unlisted'))],
    point: [
      known.point && pointName !== undefined
        ? remark('point', { who: who(known.point), at: known.point.at, text: pointName })
        : null,
    ],
    left: [entry?.left_at && !entry.left_by_other_phone ? remark('left', { at: entry.left_at }) : null],
    left_by_other_phone: [
      entry?.left_at && entry.left_by_other_phone
        ? remark('left_by_other_phone', { at: entry.left_at })
        : null,
    ],
    note: known.notes.map((mark) =>
      remark('note', { key: mark.id, who: who(mark), at: mark.at, text: mark.text }),
    ),
    flagged_before: [flagged.some(isOld) ? remark('flagged_before') : null],
    flagged: [flagged.every(isOld) ? null : remark('flagged')],
  })
}

/** The flagged marks about a person, one remark each. */
export function flaggedOf(known: PersonMarks, { who, isOld }: Pick<MarkWords, 'who' | 'isOld'>): Remark[] {
  return allFlagged(known).map((mark) =>
    remark(isOld(mark) ? 'flagged_before' : 'flagged', {
      key: `flagged ${mark.id}`,
      who: who(mark),
      at: mark.at,
      text: mark.text,
      flagged: { state: mark.state, isCounted: isCounted(mark) },
    }),
  )
}

/**
 * The remarks about a person in a report.
 * @param admin the text for an administrator of the installation, who is no user of the client
 */
export function remarksOfReported(person: ReportedPerson, admin: string): Remark[] {
  const by = (kind: RemarkKind, at: string | null, who: string | null = null) =>
    at === null ? null : remark(kind, { at, who: who || admin })
  const flagged = (isBefore: boolean) =>
    person.flagged_marks
      .filter(({ is_before }) => is_before === isBefore)
      .map(({ state, text, at, by: who, is_counted }, index) =>
        remark(isBefore ? 'flagged_before' : 'flagged', {
          key: `flagged ${isBefore} ${index}`,
          who: who || admin,
          at,
          text,
          flagged: { state, isCounted: is_counted },
        }),
      )
  return inOrder({
    help_needed: [by('help_needed', person.help_needed_at, person.help_needed_by)],
    safe: [by('safe', person.safe_at, person.safe_by)],
    said_safe: [person.said_safe_by_other_phone ? null : by('said_safe', person.said_safe_at)],
    said_safe_by_other_phone: [
      person.said_safe_by_other_phone ? by('said_safe_by_other_phone', person.said_safe_at) : null,
    ],
    help_given: [by('help_given', person.help_given_at, person.help_given_by)],
    unlisted: [
      person.kind === 'unlisted'
        ? (by('unlisted', person.added_at, person.added_by) ?? remark('unlisted'))
        : null,
    ],
    point: [
      person.point
        ? remark('point', { text: person.point, at: person.point_at ?? '', who: person.point_by || admin })
        : null,
    ],
    left: [person.left_by_other_phone ? null : by('left', person.left_at)],
    left_by_other_phone: [person.left_by_other_phone ? by('left_by_other_phone', person.left_at) : null],
    note: person.notes.map(({ text, at, by: who }, index) =>
      remark('note', { key: `note ${index}`, text, at, who: who || admin }),
    ),
    flagged_before: flagged(true),
    flagged: flagged(false),
  })
}
