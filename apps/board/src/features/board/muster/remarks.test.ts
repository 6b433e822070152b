import type { ReportedPerson } from '@gatehouse/validation/endpoints/musters'
import {
  type Mark,
  type MarkState,
  markStates,
  noMarks,
  readMarks,
  uniteMarks,
} from '@gatehouse/validation/muster'
import { expect, it } from 'vitest'
import { listPeople } from './listed-people.ts'
import {
  flaggedOf,
  type Remark,
  type RemarkKind,
  remarkKinds,
  remarksOf,
  remarksOfReported,
} from './remarks.ts'
import { rollFile, rollRows } from './roll-rows.ts'

const warden = 'Tomasz Wierzbicki'
const words = {
  who: () => warden,
  when: (at: string) => at.slice(11, 16),
  isOld: ({ text }: Mark) => text === 'of before',
  say: ({ kind, who, at, text }: Remark) => [kind, who, at.slice(11, 16), text].filter(Boolean).join(' '),
}
const points = [{ id: 'point', name: 'Car park' }]
const texts = {
  formatPhone: (number: string) => number,
  visitor: '',
  extension: (phoneExt: string) => `ext. ${phoneExt}`,
  nameless: 'Name deleted',
}
const fileWords = {
  language: 'en-AU',
  title: '',
  started: '',
  written: '',
  doubts: '',
  numbers: '',
  figures: '',
  columns: [],
  states: { safe: '', missing: '', help: '', left: '', uncounted: '' },
}
const markOf = (state: MarkState, more: Partial<Mark> = {}): Mark => ({
  id: 'mark',
  person_id: 'bo',
  state,
  at: '2026-11-20T03:57:00.000Z',
  by: 'warden',
  targets: [],
  point_id: state === 'point' ? 'point' : null,
  text: state === 'note' ? 'Walks with a stick' : '',
  received_at: '2026-11-20T03:57:01.000Z',
  is_flagged: false,
  ...more,
})

/** The remarks about a person with these marks who is on no roll. */
function tell(marks: Mark[]) {
  const marked = readMarks(uniteMarks(noMarks, marks))
  const { counted, left, apart } = listPeople([], marked)
  const [person] = [...counted, ...left, ...apart]
  const known = marked.get('bo')
  if (!person || !known) throw new Error('A mark shows its person')
  const rows = rollRows([person], marked, words, points, texts)
  return { remarks: remarksOf(person, known, words, points), rows, file: rollFile(rows, fileWords) }
}

const told: Record<Exclude<MarkState, 'undone'>, string> = {
  safe: `${warden}, 03:57`,
  said_safe: `said_safe ${warden} 03:57`,
  help_needed: `help_needed ${warden} 03:57`,
  help_given: `help_given ${warden} 03:57`,
  point: `point ${warden} 03:57 Car park`,
  note: `note ${warden} 03:57 Walks with a stick`,
  unlisted: `unlisted ${warden} 03:57`,
}

it.each(markStates.filter((state) => state !== 'undone'))(
  'of a mark %s the list and the file tell',
  (state) => {
    const { rows, file } = tell([markOf(state)])
    const [row] = rows
    expect(`${row?.seen} ${row?.remarks}`).toContain(told[state])
    expect(file).toContain(told[state])
  },
)

it.each([
  ['flagged', ''],
  ['flagged_before', 'of before'],
])('of a mark that does not count they tell %s', (kind, text) => {
  const { rows, file } = tell([markOf('safe', { is_flagged: true, text })])
  expect(rows[0]?.remarks.split(' · ')).toContain(kind)
  expect(file).toContain(kind)
})

it('of a word of being safe that is flagged they tell that it may be of another phone', () => {
  const { rows } = tell([markOf('said_safe', { is_flagged: true })])
  expect(rows[0]?.remarks.split(' · ')).toContain(`said_safe_by_other_phone ${warden} 03:57`)
})

it.each(['help_needed', 'note'] as const)(
  'a mark %s of somebody who was not logged in as a warden counts, and is told as such, one by one in the window of the person',
  (state) => {
    const mark = markOf(state, { is_flagged: true })
    const { rows } = tell([mark])
    expect(new Set(rows[0]?.remarks.split(' · '))).toEqual(new Set([told[state], 'unlisted', 'flagged']))
    const known = readMarks(uniteMarks(noMarks, [mark])).get('bo')
    expect(known && flaggedOf(known, words)).toMatchObject([
      { kind: 'flagged', who: warden, at: mark.at, flagged: { state, isCounted: true } },
    ])
  },
)

it('a name that somebody has added who was not logged in as a warden counts, and is told as such', () => {
  const { rows } = tell([markOf('unlisted', { is_flagged: true })])
  expect(rows[0]?.remarks.split(' · ')).toEqual([told.unlisted, 'flagged'])
})

it('whoever was found by a mark, and added by nobody, is told to be not on the list', () => {
  expect(tell([markOf('safe')]).rows[0]?.remarks).toBe('unlisted')
})

it('of whoever left during the muster they tell when', () => {
  const entry = {
    id: 'bo',
    kind: 'visitor' as const,
    first_name: 'Bo',
    last_name: 'Silva',
    role: null,
    employee_number: null,
    tel: null,
    tel_masked: false,
    phone_extension: null,
    has_photo: false,
    dependents: 0,
    signed_in_at: '2026-11-20T02:00:00.000Z',
    left_at: '2026-11-20T03:57:00.000Z',
    had_left: false,
    left_by_other_phone: false,
  }
  const [row] = rollRows(listPeople([entry], new Map()).counted, new Map(), words, points, texts)
  expect(row).toMatchObject({ state: 'missing', remarks: 'left 03:57' })
  const doubted = { ...entry, left_by_other_phone: true }
  const [other] = rollRows(listPeople([doubted], new Map()).counted, new Map(), words, points, texts)
  expect(other).toMatchObject({ state: 'missing', remarks: 'left_by_other_phone 03:57' })
})

const at = '2026-11-20T03:57:00.000Z'
const flaggedMark = { state: 'safe' as const, text: '', at, by: warden, is_before: false, is_counted: false }
const reported: Record<RemarkKind, Partial<ReportedPerson>> = {
  help_needed: { help_needed_at: at, help_needed_by: warden },
  safe: { safe_at: at, safe_by: warden },
  said_safe: { said_safe_at: at },
  said_safe_by_other_phone: { said_safe_at: at, said_safe_by_other_phone: true },
  help_given: { help_given_at: at, help_given_by: '' },
  unlisted: { kind: 'unlisted', added_at: at, added_by: warden },
  point: { point: 'Car park' },
  left: { left_at: at },
  left_by_other_phone: { left_at: at, left_by_other_phone: true },
  note: { notes: [{ text: 'Walks with a stick', at, by: warden }] },
  flagged_before: { flagged: 1, flagged_before: 1, flagged_marks: [{ ...flaggedMark, is_before: true }] },
  flagged: { flagged: 1, flagged_marks: [flaggedMark] },
}
const nothing: ReportedPerson = {
  id: 'bo',
  name: 'Bo Silva',
  kind: 'user',
  role: null,
  mobile: null,
  mobile_masked: false,
  dependents: 0,
  outcome: 'missing',
  signed_in_at: null,
  left_at: null,
  left_by_other_phone: false,
  safe_at: null,
  safe_by: null,
  seconds: null,
  said_safe_at: null,
  said_safe_by_other_phone: false,
  help_needed_at: null,
  help_needed_by: null,
  help_given_at: null,
  help_given_by: null,
  added_at: null,
  added_by: null,
  point: null,
  point_at: null,
  point_by: null,
  notes: [],
  flagged: 0,
  flagged_before: 0,
  flagged_marks: [],
}

it.each(remarkKinds)('the report tells the same of %s', (kind) => {
  const [remark, ...others] = remarksOfReported({ ...nothing, ...reported[kind] }, 'an administrator')
  expect(remark?.kind).toBe(kind)
  expect(others).toEqual([])
  if (kind === 'help_given') expect(remark?.who).toBe('an administrator')
})
