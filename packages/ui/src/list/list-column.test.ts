import { describe, expect, test } from 'vitest'
import { fitColumns, isNothing, shareWidths } from './list-column.ts'

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

test('a column that the reader has asked for never gives way', () => {
  const pinned = columns.map((column) => Object.assign({}, column, { isPinned: column.id === 'method' }))
  expect([...fitColumns(pinned, 42)]).toEqual(['name', 'site', 'method', 'state'])
  expect([...fitColumns(pinned, 1)]).toEqual(['name', 'method', 'state'])
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

describe('the width of a table is shared out', () => {
  const text = (natural: number, least = 40) => ({ natural, least })
  const whole = (widths: number[]) => widths.map((width) => Math.round(width))
  test.each([
    ['all fit as they are', [text(100), text(60)], 160, [100, 60]],
    ['what is left over goes to all in proportion', [text(100), text(50)], 300, [200, 100]],
    ['but not to ticks and menus', [{ ...text(50), isFixed: true }, text(100)], 250, [50, 200]],
    ['only the widest gives up', [text(480), text(100), text(60)], 300, [140, 100, 60]],
    ['the widest give up alike', [text(480), text(300), text(60)], 260, [100, 100, 60]],
    [
      'no column is narrower than its longest word',
      [text(480, 120), text(300), text(60)],
      220,
      [120, 50, 50],
    ],
    [
      'where the words do not fit, the columns are wider than the room',
      [text(90, 80), text(70, 70)],
      100,
      [80, 70],
    ],
    ['a table of no width', [text(90), text(70)], 0, [40, 40]],
    ['no columns', [], 100, []],
  ])('%s', (_, given, room, expected) => {
    expect(whole(shareWidths(given, room))).toEqual(expected)
  })

  test.each([
    ['as much of the longest as there is no room for', [text(400, 192), text(110, 110)], 270, [160, 110]],
    ['of the longest alike', [text(400, 192), text(200, 150), text(60, 60)], 300, [120, 120, 60]],
    ['never ticks and menus', [{ ...text(50, 50), isFixed: true }, text(400, 192)], 150, [50, 100]],
    ['none where all fit', [text(400, 100), text(110, 110)], 270, [160, 110]],
  ])('and words are broken where no column gives way: %s', (_, given, room, expected) => {
    expect(whole(shareWidths(given, room, true))).toEqual(expected)
  })
})
