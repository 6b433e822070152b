import type { RollEntry } from '@gatehouse/validation/endpoints/musters'
import { type Mark, noMarks, readMarks, uniteMarks } from '@gatehouse/validation/muster'
import { expect, it } from 'vitest'
import { groupByLetter } from '../people/people.ts'
import { listPeople } from './listed-people.ts'
import { rollRows } from './roll-rows.ts'

const ana: RollEntry = {
  id: 'ana',
  kind: 'visitor',
  first_name: 'Ana',
  last_name: 'Silva',
  role: null,
  employee_number: null,
  tel: null,
  tel_masked: false,
  phone_extension: null,
  has_photo: false,
  dependents: 0,
  signed_in_at: '2026-11-20T02:00:00.000Z',
  left_at: null,
  had_left: false,
  left_by_other_phone: false,
}
const help: Mark = {
  id: 'mark',
  person_id: 'bo',
  state: 'help_needed',
  at: '2026-11-20T03:00:00.000Z',
  by: 'warden',
  targets: [],
  point_id: null,
  text: '',
  received_at: null,
  is_flagged: false,
}

const textsOf = (visitor: string) => ({
  formatPhone: (number: string) => number,
  visitor,
  extension: (phoneExt: string) => `ext. ${phoneExt}`,
  nameless: 'Name deleted',
})

it('shows somebody who is marked, and not on the list', () => {
  const marked = readMarks(uniteMarks(noMarks, [help]))
  const { counted } = listPeople([ana], marked)
  expect(counted.map(({ id }) => id)).toEqual(['bo', 'ana'])
  expect(listPeople([ana], marked).counted[0]).toBe(counted[0])
})

it('sorts somebody on no list into the others, and keeps the letters in order', () => {
  const onRoll = (name: string): RollEntry => ({ ...ana, id: name, last_name: name })
  const unlisted = (text: string): Mark => ({ ...help, id: text, person_id: text, state: 'unlisted', text })
  const roll = ['Adams', 'Ñuñez', 'Silva', 'Zhou'].map(onRoll)
  const marks = ['Tanaka’s driver', 'Öz', 'a cook'].map(unlisted)
  const { counted } = listPeople(roll, readMarks(uniteMarks(noMarks, marks)))
  expect(counted.map(({ lastName }) => lastName)).toEqual([
    'a cook',
    'Adams',
    'Ñuñez',
    'Öz',
    'Silva',
    'Tanaka’s driver',
    'Zhou',
  ])
  expect(groupByLetter(counted).map(({ letter }) => letter)).toEqual(['A', 'N', 'O', 'S', 'T', 'Z'])
})

it('shows somebody apart of whom nothing counts, and prints so', () => {
  const marked = readMarks(uniteMarks(noMarks, [{ ...help, state: 'safe', is_flagged: true }]))
  const { counted, apart } = listPeople([ana], marked)
  expect([counted, apart].map((people) => people.map(({ id }) => id))).toEqual([['ana'], ['bo']])
  const words = { who: () => '', when: () => '', isOld: () => false, say: () => '' }
  const rows = rollRows([...counted, ...apart], marked, words, [], textsOf('Visitor'))
  expect(rows.map(({ state }) => state)).toEqual(['missing', 'uncounted'])
})

it('names those first who left and signed in on another phone too', () => {
  const left = { ...ana, had_left: true, left_at: '2026-11-20T02:50:00.000Z' }
  const roll = [left, { ...left, id: 'bo' }, { ...left, id: 'cy', left_by_other_phone: true }]
  expect(listPeople(roll, new Map()).left.map(({ id }) => id)).toEqual(['cy', 'ana', 'bo'])
})

it('prints that somebody is a visitor, where they have no other role', () => {
  const { counted } = listPeople([ana, { ...ana, id: 'cy', role: 'Courier' }], new Map())
  const words = { who: () => '', when: () => '', isOld: () => false, say: () => '' }
  const rows = rollRows(counted, new Map(), words, [], textsOf('Visitor'))
  expect(rows.map(({ role }) => role)).toEqual(['Visitor', 'Courier'])
})

it('prints that a name was deleted', () => {
  const { counted } = listPeople([{ ...ana, first_name: '', last_name: '' }], new Map())
  const words = { who: () => '', when: () => '', isOld: () => false, say: () => '' }
  expect(rollRows(counted, new Map(), words, [], textsOf('Visitor'))).toMatchObject([
    { name: 'Name deleted' },
  ])
})
