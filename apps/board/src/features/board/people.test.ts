import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { describe, expect, test } from 'vitest'
import { countOnSite, groupByLetter, joinRole, searchPeople, sortPeople } from './people.ts'

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
  phoneExt: null,
  hasPhoto: false,
  dependents: 0,
  kind: 'user',
  ...more,
})
const names = (people: readonly BoardPerson[]) => people.map((one) => `${one.firstName} ${one.lastName}`)

describe('order and groups', () => {
  const people = [
    person('Zoe', 'Álvarez'),
    person('Ann', 'Zhou'),
    person('Bea', 'alvarez'),
    person('Max', '李'),
    person('Ida', 'Ng'),
    person('3', '3M'),
  ]

  test('sorts by last name, then first, without minding accents or case', () => {
    expect(names(sortPeople(people, 'en-AU')).slice(0, 4)).toEqual([
      '3 3M',
      'Bea alvarez',
      'Zoe Álvarez',
      'Ida Ng',
    ])
  })

  test('groups by letter, what begins with none last', () => {
    const groups = groupByLetter(sortPeople(people, 'en-AU'))
    expect(groups.map(({ letter, people: members }) => [letter, members.length])).toEqual([
      ['A', 2],
      ['N', 1],
      ['Z', 1],
      ['#', 2],
    ])
  })

  test.each([
    ['Đặng', 'D'],
    ['Østergaard', 'O'],
    ['Łukasz', 'L'],
    ['Æbelø', 'A'],
    ['İnönü', 'I'],
    [' Smith', 'S'],
    ['–', '#'],
  ])('%s is found under %s', (lastName, letter) => {
    expect(groupByLetter([person('Ann', lastName)])[0]?.letter).toBe(letter)
  })

  test('a person without a last name is found under the first', () => {
    expect(groupByLetter([person('Cher', '')])[0]?.letter).toBe('C')
  })

  test('nobody is lost or doubled, and the order within a letter stays', () => {
    const many = Array.from({ length: 500 }, (_, at) => person(`F${at % 7}`, `${'ÄbÇ9z'[at % 5]}${at}`))
    const sorted = sortPeople(many, 'es')
    const grouped = groupByLetter(sorted).flatMap((group) => group.people)
    expect(new Set(grouped).size).toBe(500)
    for (const { people: members } of groupByLetter(sorted)) {
      const places = members.map((one) => sorted.indexOf(one))
      expect(places).toEqual([...places].sort((one, other) => one - other))
    }
  })
})

test.each([
  ['', ['José Peña', 'Duy Đặng', 'Ann Lee']],
  ['pena', ['José Peña']],
  ['JOSE', ['José Peña']],
  ['lee ann', ['Ann Lee']],
  ['e-7', ['Ann Lee']],
  ['crane', ['Ann Lee']],
  ['nobody', []],
  ['dang', ['Duy Đặng']],
])('searching %j finds %j', (search, expected) => {
  const people = [
    person('José', 'Peña'),
    person('Duy', 'Đặng'),
    person('Ann', 'Lee', { role: 'Crane operator', empNo: 'E-7' }),
  ]
  expect(names(searchPeople(people, search))).toEqual(expected)
})

test('dependants count as people', () => {
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
