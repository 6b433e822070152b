import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { ShownMobile } from '@gatehouse/validation/fields'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { countOnSite, groupByLetter, GROUPED_ABOVE, joinRole, lettersFor, searchPeople } from './people.ts'

let made = 0
const person = (firstName: string, lastName: string, more: Partial<BoardPerson> = {}): BoardPerson => ({
  id: String(++made),
  firstName,
  lastName,
  role: null,
  empNo: null,
  checkedIn: true,
  logDate: null,
  tel: null,
  telMasked: false,
  phoneExt: null,
  hasPhoto: false,
  dependents: 0,
  host: null,
  kind: 'user',
  ...more,
})
const names = (people: readonly BoardPerson[]) => people.map((one) => `${one.firstName} ${one.lastName}`)

describe('groups', () => {
  test('are by letter, what begins with none last', () => {
    const sorted = ['3M', 'alvarez', 'Álvarez', 'Đặng', 'Dvořák', 'Ng', 'Øster', 'Zhou', 'Ωμέγα', '李']
    const groups = groupByLetter(sorted.map((lastName) => person('Ann', lastName)))
    expect(groups.map(({ letter, people }) => [letter, people.map(({ lastName }) => lastName)])).toEqual([
      ['A', ['alvarez', 'Álvarez']],
      ['D', ['Đặng', 'Dvořák']],
      ['N', ['Ng']],
      ['O', ['Øster']],
      ['Z', ['Zhou']],
      ['Ω', ['Ωμέγα']],
      ['#', ['3M', '李']],
    ])
    expect(groups.map(({ before }) => before)).toEqual([0, 2, 4, 5, 6, 7, 8])
  })

  test.each([
    ['Đặng', 'D'],
    ['Østergaard', 'O'],
    ['Łukasz', 'L'],
    ['Æbelø', 'A'],
    ['İnönü', 'I'],
    [' Smith', 'S'],
    ['–', '#'],
    ['Ångström', 'A'],
    ['ßeta', 'S'],
    ['Þórður', 'T'],
    ['ярослав', 'Я'],
    ['김', 'ᄀ'],
    ['李', '#'],
    ['7up', '#'],
  ])('%s is found under %s', (lastName, letter) => {
    expect(groupByLetter([person('Ann', lastName)])[0]?.letter).toBe(letter)
  })

  test('a person without a last name is found under the first', () => {
    expect(groupByLetter([person('Cher', '')])[0]?.letter).toBe('C')
  })

  test('nobody is lost or doubled, and the order within a letter stays', () => {
    const many = Array.from({ length: 500 }, (_, at) => person(`F${at % 7}`, `${'ÄbÇ9z'[at % 5]}${at}`))
    const groups = groupByLetter(many)
    expect(new Set(groups.flatMap((group) => group.people)).size).toBe(500)
    for (const { people: members } of groups) {
      const places = members.map((one) => many.indexOf(one))
      expect(places).toEqual([...places].sort((one, other) => one - other))
    }
  })
})

test.each([
  ['', ['José Peña', 'Duy Đặng', 'Ann Lee']],
  ['pena', ['José Peña']],
  ['JOSE', ['José Peña']],
  ['lee ann', ['Ann Lee']],
  ['Peña, José', ['José Peña']],
  ['lee,ann', ['Ann Lee']],
  ['e-7', ['Ann Lee']],
  ['crane', ['Ann Lee']],
  ['nobody', []],
  ['dang', ['Duy Đặng']],
  ['0491 570 156', ['Duy Đặng']],
  ['+61 491', ['Duy Đặng']],
  ['ann 159', []],
  ['159', []],
])('searching %j finds %j', (search, expected) => {
  const people = [
    person('José', 'Peña'),
    person('Duy', 'Đặng', { tel: v.parse(ShownMobile, '+61491570156') }),
    person('Ann', 'Lee', {
      role: 'Crane operator',
      empNo: 'E-7',
      tel: v.parse(ShownMobile, '••• 159'),
      telMasked: true,
    }),
  ]
  expect(names(searchPeople(people, search))).toEqual(expected)
})

test('dependents count as people', () => {
  expect(
    countOnSite([person('A', 'A', { dependents: 2 }), person('B', 'B'), person('C', 'C', { dependents: 3 })]),
  ).toEqual({
    people: 8,
    signedIn: 3,
    dependents: 5,
  })
  expect(countOnSite([])).toEqual({ people: 0, signedIn: 0, dependents: 0 })
})

test.each([
  ['Welder', '77', 'Welder · 77'],
  ['Welder', null, 'Welder'],
  [null, '77', '77'],
  [null, null, ''],
  ['', '', ''],
])('role %j and number %j read %j', (role, empNo, expected) => {
  expect(joinRole({ role, empNo })).toBe(expected)
})

test('letters stand where there are many people, and not above what a search has found', () => {
  const many = Array.from({ length: GROUPED_ABOVE + 1 }, () => person('Ana', 'Silva'))
  expect(lettersFor(many, '', 'here')).toBe('here')
  expect(lettersFor(many, 'silva', 'here')).toBeUndefined()
  expect(lettersFor(many.slice(1), '', 'here')).toBeUndefined()
})
