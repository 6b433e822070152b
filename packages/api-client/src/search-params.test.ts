import { describe, expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

describe('the search part of a URL', () => {
  test.each([
    ['?page=2&search=ann+lee', { page: '2', search: 'ann lee' }],
    ['?search=%22123%22', { search: '"123"' }],
    ['', {}],
  ])('%s', (text, values) => {
    expect(parseSearch(text)).toEqual(values)
  })

  test('leaves out absent and empty values', () => {
    expect(stringifySearch({ site: undefined, search: '', page: 2, sort: 'name asc' })).toBe(
      '?page=2&sort=name+asc',
    )
    expect(stringifySearch({})).toBe('')
  })

  test.each(['1', 'true', 'null', 'ñ & =', '"x"'])('gives %s back as it was', (search) => {
    expect(parseSearch(stringifySearch({ search }))).toEqual({ search })
  })
})
