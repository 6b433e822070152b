import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { type Mark, markStates, noMarks, readMarks, uniteMarks } from '@gatehouse/validation/muster'
import { expect, it, onTestFinished, vi } from 'vitest'
import { writeReport } from './report.ts'

const muster: Muster = {
  id: 'muster',
  site_id: 'site',
  site_name: 'North Quay',
  time_zone: 'Australia/Sydney',
  drill: false,
  started_at: '2026-11-20T03:50:00.000Z',
  became_real_at: null,
  started_by: null,
  ended_at: null,
  ended_by: null,
  forgotten: false,
  safe: null,
  missing: null,
  total: null,
}
const markOf = (state: Mark['state'], id: string): Mark => ({
  id,
  person_id: 'bo',
  state,
  at: '2026-11-20T03:57:00.000Z',
  by: 'warden',
  targets: [],
  point_id: 'point',
  text: 'A text',
  received_at: '2026-11-20T03:57:01.000Z',
  is_flagged: false,
})
const report = async (marks: Mark[]) => {
  const { people } = await writeReport({
    muster,
    roll: [],
    marked: readMarks(uniteMarks(noMarks, marks)),
    wardens: [{ id: 'warden', name: 'Tomasz Wierzbicki' }],
    points: [{ id: 'point', name: 'Car park' }],
  })
  return people[0]
}

it.each(markStates.filter((state) => state !== 'undone'))('a report tells of a mark %s', async (state) => {
  const help = markOf('help_needed', 'help')
  const before = await report([help])
  const after = await report([help, markOf(state, 'another')])
  if (state === 'help_needed') expect(after).toMatchObject({ help_needed_by: 'Tomasz Wierzbicki' })
  else expect(after).not.toEqual(before)
})

it('a report counts marks of a time before the muster apart', async () => {
  const flagged = { ...markOf('safe', 'one'), is_flagged: true }
  const old = { ...flagged, id: 'two', at: '2026-11-20T02:50:00.000Z' }
  expect(await report([flagged, old])).toMatchObject({
    flagged: 2,
    flagged_before: 1,
    outcome: 'not_counted',
  })
})

it('a report lists what somebody marked who was not logged in as a warden, also what counts', async () => {
  const by = { by: 'Tomasz Wierzbicki', at: '2026-11-20T03:57:00.000Z', text: 'A text', is_before: false }
  const flaggedOf = (state: Mark['state']) => ({ ...markOf(state, state), is_flagged: true })
  const flagged = [flaggedOf('safe'), flaggedOf('help_needed'), flaggedOf('note')]
  expect(await report(flagged)).toMatchObject({
    outcome: 'missing',
    flagged: 3,
    flagged_marks: [
      { state: 'safe', is_counted: false, ...by },
      { state: 'help_needed', is_counted: true, ...by },
      { state: 'note', is_counted: true, ...by },
    ],
  })
})

it('a report tells of a name that was added by somebody who was not logged in as a warden', async () => {
  const added = { ...markOf('unlisted', 'one'), is_flagged: true }
  expect(await report([added])).toMatchObject({ flagged: 1, outcome: 'missing' })
})

it('a report of very many people is written while other requests run', async () => {
  const people = 10_000
  const roll = Array.from({ length: people }, (_, at) => ({
    id: `person ${at}`,
    kind: 'visitor' as const,
    first_name: 'Ana',
    last_name: `Silva ${at}`,
    role: null,
    employee_number: null,
    tel: null,
    tel_masked: false,
    phone_extension: null,
    has_photo: false,
    dependents: 0,
    signed_in_at: '2026-11-20T03:40:00.000Z',
    left_at: null,
    had_left: at % 10 === 0,
    left_by_other_phone: false,
  }))
  const seen = Array.from({ length: people / 2 }, (_, at): Mark => ({
    ...markOf('safe', `mark ${at}`),
    person_id: `person ${at}`,
  }))
  const marked = readMarks(uniteMarks(noMarks, seen))
  let elapsed = performance.now()
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += 10))
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const { people: reported } = await writeReport({ muster, roll, marked, wardens: [], points: [] })
  isOver = true
  // At least the one before all are counted.
  expect(turns).toBeGreaterThan(0)
  expect(reported.map(({ outcome }) => outcome)).toEqual([
    ...Array.from({ length: (people / 2) * 0.9 }, () => 'missing'),
    ...Array.from({ length: people / 2 }, () => 'safe'),
    ...Array.from({ length: (people / 2) * 0.1 }, () => 'left'),
  ])
})
