import { expect, test } from 'vitest'
import { blockedByReason } from './blocked-rows.ts'

const blocked = (id: string, code: string) => ({ id, code, message: `${code} in English` })

test('blocked rows are told by reason, with the names that the page knows', () => {
  const names = new Map([
    ['1', 'Ana'],
    ['2', 'Bo'],
  ])
  expect(
    blockedByReason([blocked('1', 'forbidden'), blocked('9', 'conflict'), blocked('2', 'forbidden')], names),
  ).toEqual([
    { code: 'forbidden', message: 'forbidden in English', rows: ['Ana', 'Bo'], others: 0 },
    { code: 'conflict', message: 'conflict in English', rows: [], others: 1 },
  ])
})

test('who stands in the way of a row is told with it', () => {
  const people = { names: ['Ana Silva', 'Bo Li'], total: 5 }
  const [group] = blockedByReason([{ ...blocked('1', 'people_on_site'), people }], new Map([['1', 'Hall']]))
  expect(group?.rows).toEqual(['Hall (Ana Silva, Bo Li, +3)'])
})

test('of many names ten are told', () => {
  const many = Array.from({ length: 12 }, (_, at) => blocked(String(at), 'forbidden'))
  const names = new Map(many.map(({ id }) => [id, `Row ${id}`]))
  const [group] = blockedByReason(many, names)
  expect(group?.rows).toHaveLength(10)
  expect(group?.others).toBe(2)
})
