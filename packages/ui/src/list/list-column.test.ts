import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { columnsWithRoom, isNothing, placesOf } from './list-column.ts'

const styles = readFileSync(join(import.meta.dirname, '../staff/table.module.css'), 'utf8')

const columns = [
  { id: 'name' },
  { id: 'role', priority: 3 },
  { id: 'site', priority: 2 },
  { id: 'method', priority: 3 },
  { id: 'state', priority: 1 },
]

describe('columns give way by priority, and among equals the last one first', () => {
  test.each([
    [100, ['name', 'role', 'site', 'method', 'state']],
    [50, ['name', 'role', 'site', 'method', 'state']],
    [49, ['name', 'role', 'site', 'state']],
    [41, ['name', 'role', 'site', 'state']],
    [40, ['name', 'site', 'state']],
    [31, ['name', 'state']],
    [5, ['name', 'state']],
  ])('%d rem have room for %j', (room, expected) => {
    expect(columnsWithRoom(columns, room)).toEqual(expected)
  })
})

test('a number needs half of a place', () => {
  const numbers = ['one', 'two', 'three'].map((id, at) => ({ id, priority: at + 2, align: 'end' as const }))
  expect([...placesOf([{ id: 'name' }, ...numbers])]).toEqual([
    ['one', 2],
    ['two', 2],
    ['three', 3],
  ])
})

test('the columns of a long list all have a place of which the style sheet knows', () => {
  const many = Array.from({ length: 16 }, (_, at) => ({ id: `${at}`, priority: at + 1 }))
  const rules = new Set(Array.from(styles.matchAll(/data-place='(\d+)'/g), ([, place]) => Number(place)))
  expect([...placesOf(many).values()].filter((place) => !rules.has(place))).toEqual([])
})

test('a column that the reader has asked for never gives way', () => {
  const pinned = columns.map((column) => Object.assign({}, column, { isPinned: column.id === 'method' }))
  expect([...placesOf(pinned)]).toEqual([
    ['site', 4],
    ['role', 5],
  ])
  expect(columnsWithRoom(pinned, 5)).toEqual(['name', 'method', 'state'])
})

test.each([
  [0, true],
  [null, true],
  ['', true],
  ['North', false],
  [2, false],
] as const)('%j is nothing to read: %s', (value, expected) => {
  const column = { value: (row: string | number | null) => row }
  expect(isNothing(column, value)).toBe(expected)
  expect(isNothing({}, value)).toBe(false)
})
