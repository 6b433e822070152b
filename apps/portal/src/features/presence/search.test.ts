import { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '@gatehouse/api-client/search-params'
import {
  hasFilters,
  pageCount,
  PresenceSearch,
  queryOfSearch,
  sortOf,
  sortText,
  sortTexts,
  withFilters,
  withoutFilters,
  withPage,
  withSort,
  withSortText,
} from './search.ts'

const site = '0199f3a0-0000-7000-8000-000000000001'
const read = (address: string) => v.parse(PresenceSearch, parseSearch(address))

describe('what an address says', () => {
  test.each([
    ['?page=3&kind=visitor', { page: 3, kind: 'visitor' }],
    [`?site=${site}&state=overdue&search=lee`, { site, state: 'overdue', search: 'lee' }],
    ['?sort=name+desc', { sort: 'name desc' }],
  ])('%s', (address, expected) => {
    expect(read(address)).toMatchObject(expected)
  })

  test.each(['?page=0', '?page=-1', '?page=x', '?page=1.5', '?page=99999999', '?kind=robot', '?state=left'])(
    '%s says nothing',
    (address) => {
      expect(queryOfSearch(read(address))).toEqual(queryOfSearch({}))
    },
  )

  test.each(['?sort=mobile+asc', '?sort=name+up', '?site=here'])('%s says nothing', (address) => {
    expect(queryOfSearch(read(address))).toEqual(queryOfSearch({}))
  })

  test('any address becomes a query that the API accepts', () => {
    for (const address of [
      '',
      '?page=2',
      '?sort=role+desc',
      `?site=${site}&kind=user&search=`,
      '?page=abc',
    ]) {
      const query = queryOfSearch(read(address))
      const sent = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
      expect(v.safeParse(listPresentEndpoint.query, sent).issues).toBeUndefined()
    }
  })

  test('an address made from a search is read as the same search', () => {
    const search = { site, kind: 'user', state: 'overdue', search: '42', sort: 'site desc', page: 7 } as const
    expect(read(stringifySearch(search))).toEqual(search)
  })
})

describe('changing the list', () => {
  test('a filter change goes to page 1 and keeps the order', () => {
    expect(withFilters({ page: 4, sort: 'name asc' }, { kind: 'user' })).toEqual({
      kind: 'user',
      sort: 'name asc',
      page: undefined,
    })
  })

  test('clearing keeps the order only', () => {
    expect(withoutFilters({ page: 4, sort: 'name asc', search: 'x', site })).toEqual({ sort: 'name asc' })
  })

  test('a header sorts upwards first, then turns around', () => {
    const up = withSort({ page: 2 }, 'name')
    expect(up).toEqual({ sort: 'name asc', page: undefined })
    expect(withSort(up, 'name').sort).toBe('name desc')
    expect(withSort(withSort(up, 'name'), 'name').sort).toBe('name asc')
  })

  test('the default order is turned by its own header and is not written into the address', () => {
    expect(withSort({}, 'signed_in_at').sort).toBe('signed_in_at desc')
    expect(withSort({ sort: 'signed_in_at desc' }, 'signed_in_at').sort).toBeUndefined()
  })

  test.each(sortTexts)('%s is written as it is read', (sort) => {
    const search = withSortText({ page: 3 }, sort)
    expect(search.page).toBeUndefined()
    expect(sortText(sortOf(search))).toBe(sort)
  })

  test('the first page is not written into the address', () => {
    expect(withPage({ page: 3 }, 1).page).toBeUndefined()
    expect(withPage({}, 2).page).toBe(2)
  })

  test.each([
    [{}, false],
    [{ search: '' }, false],
    [{ search: 'a' }, true],
    [{ state: 'on_site' }, true],
    [{ sort: 'name asc', page: 2 }, false],
  ] as const)('%j is filtered: %s', (search, expected) => {
    expect(hasFilters(search)).toBe(expected)
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
