import { describe, expect, test } from 'vitest'
import { fitColumns, quietnessOf } from './list-column.ts'

const columns = [
  { id: 'name', width: 10 },
  { id: 'role', width: 8, priority: 3 },
  { id: 'site', width: 8, priority: 2 },
  { id: 'method', width: 6, priority: 3 },
  { id: 'state', width: 6, priority: 1 },
]

describe('columns give way by priority', () => {
  test.each([
    [100, ['name', 'role', 'site', 'method', 'state']],
    [43, ['name', 'role', 'site', 'method', 'state']],
    [42, ['name', 'role', 'site', 'state']],
    [36, ['name', 'role', 'site', 'state']],
    [35, ['name', 'site', 'state']],
    [26, ['name', 'state']],
    [1, ['name', 'state']],
  ])('%d rem leave %j', (room, expected) => {
    expect([...fitColumns(columns, room)]).toEqual(expected)
  })
})

test.each([
  [0, 3, 'nothing'],
  [null, 'North', 'nothing'],
  ['', '', 'nothing'],
  ['North', 'North', 'repeated'],
  ['North', 'South', undefined],
  ['North', undefined, undefined],
  [2, 2, undefined],
] as const)('%j under %j is %s', (value, above, expected) => {
  const column = { value: (row: string | number | null) => row }
  expect(quietnessOf(column, value, above)).toBe(expected)
})
