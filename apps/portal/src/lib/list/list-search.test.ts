import { parseSearch, stringifySearch } from '@gatehouse/api-client/search-params'
import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  filtersOf,
  pageCount,
  withFilters,
  withoutFilters,
  withPage,
  withSort,
  withSortToggled,
  listSearch,
  queryOfSearch,
  sortOf,
  sortsOf,
  textOfSort,
} from './list-search.ts'

const list = listPresentEndpoint
const site = '0199f3a0-0000-7000-8000-000000000001'
const read = (address: string) => v.parse(listSearch(list), parseSearch(address))

describe('what an address says', () => {
  test.each([
    '?page=0',
    '?page=-1',
    '?page=x',
    '?page=1.5',
    '?page=99999999',
    '?kind=robot',
    '?state=left',
    '?sort=mobile+asc',
    '?sort=name+up',
    '?sort=name',
    '?site=here',
    '?unknown=1',
    `?row=${'x'.repeat(101)}`,
  ])('%s says nothing', (address) => {
    expect(queryOfSearch(list, read(address))).toEqual(queryOfSearch(list, {}))
    expect(read(address).row).toBeUndefined()
  })

  test.each([
    ['?page=3&kind=visitor', { page: 3, kind: 'visitor' }],
    [`?site=${site}&state=overdue&search=lee`, { site, state: 'overdue', search: 'lee' }],
    ['?sort=name+desc', { sort: 'name desc' }],
    ['?row=a1', { row: 'a1' }],
  ])('%s', (address, expected) => {
    expect(read(address)).toMatchObject(expected)
  })

  test('any address becomes a query that the API accepts', () => {
    for (const address of [
      '',
      '?page=2',
      '?sort=role+desc',
      `?site=${site}&kind=user&search=`,
      '?page=abc',
      '?row=1',
    ]) {
      const query = queryOfSearch(list, read(address))
      const sent = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
      expect(v.safeParse(list.query, sent).issues).toBeUndefined()
    }
  })

  test('an address made from a search is read as the same search', () => {
    const search = { site, kind: 'user', state: 'overdue', search: '42', sort: 'site desc', page: 7 } as const
    expect(read(stringifySearch(search))).toEqual(search)
  })
})

describe('changing the list', () => {
  test('a filter change goes to page 1, closes the details and keeps the order', () => {
    expect(withFilters({ page: 4, sort: 'name asc', row: 'a' }, { kind: 'user' })).toEqual({
      kind: 'user',
      sort: 'name asc',
      page: undefined,
      row: undefined,
    })
  })

  test('clearing keeps the order only', () => {
    expect(withoutFilters({ page: 4, sort: 'name asc', search: 'x', site })).toEqual({ sort: 'name asc' })
  })

  test('a header sorts upwards first, then turns around', () => {
    const up = withSortToggled(list, { page: 2 }, 'name')
    expect(up).toMatchObject({ sort: 'name asc', page: undefined })
    expect(withSortToggled(list, up, 'name')['sort']).toBe('name desc')
    expect(withSortToggled(list, withSortToggled(list, up, 'name'), 'name')['sort']).toBe('name asc')
  })

  test('the default order is turned by its own header and is not written into the address', () => {
    expect(withSortToggled(list, {}, 'signed_in_at')['sort']).toBe('signed_in_at desc')
    expect(withSortToggled(list, { sort: 'signed_in_at desc' }, 'signed_in_at')['sort']).toBeUndefined()
  })

  test.each(sortsOf(list).map((sort) => [textOfSort(sort), sort] as const))(
    '%s is written as it is read',
    (text, sort) => {
      const search = withSort(list, { page: 3 }, sort)
      expect(search['page']).toBeUndefined()
      expect(textOfSort(sortOf(list, search))).toBe(text)
    },
  )

  test('the first page is not written into the address', () => {
    expect(withPage({ page: 3 }, 1)['page']).toBeUndefined()
    expect(withPage({}, 2)['page']).toBe(2)
  })

  test.each([
    [{}, {}],
    [{ search: '' }, {}],
    [{ search: 'a' }, { search: 'a' }],
    [{ state: 'on_site', row: 'a' }, { state: 'on_site' }],
    [{ sort: 'name asc', page: 2 }, {}],
  ])('%j is filtered by %j', (search, expected) => {
    expect(filtersOf(list, search)).toEqual(expected)
  })

  test.each([
    [0, 1],
    [30, 1],
    [31, 2],
    [300, 10],
  ])('%i rows fill %i pages', (total, pages) => {
    expect(pageCount(total)).toBe(pages)
  })
})
