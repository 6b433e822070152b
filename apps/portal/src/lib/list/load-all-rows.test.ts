import { listEndpoint } from '@gatehouse/validation/list-endpoint'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { loadAllRows } from './load-all-rows.ts'

const endpoint = listEndpoint({
  path: '/rows',
  summary: 'Rows.',
  access: 'staff',
  item: v.object({ id: v.string() }),
  sort: ['id'],
  defaultSort: 'id desc',
  filters: { kind: v.optional(v.string()) },
})

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ id: String(from + at) }))

test('all rows of a search are asked for page by page, in its order', async () => {
  const asked: unknown[] = []
  const all = rows(0, 230)
  const loaded = await loadAllRows(endpoint, { kind: 'a', page: 2 }, (query) => {
    asked.push(query)
    const start = (Number(query['page']) - 1) * 100
    return Promise.resolve({ items: all.slice(start, start + 100), total: all.length })
  })
  expect(loaded).toEqual(all)
  const query = { kind: 'a', per_page: '100', sort: 'id desc', search: undefined }
  expect(asked).toEqual([
    { ...query, page: '1' },
    { ...query, page: '2' },
    { ...query, page: '3' },
  ])
})

test('a row that moves to the next page meanwhile stands once, and an empty page is the last', async () => {
  const pages = [rows(0, 100), rows(99, 150), []]
  const loaded = await loadAllRows(endpoint, {}, ({ page }) =>
    Promise.resolve({ items: pages[Number(page) - 1] ?? [], total: 500 }),
  )
  expect(loaded).toEqual(rows(0, 150))
})
