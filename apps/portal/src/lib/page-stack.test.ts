import { describe, expect, test } from 'vitest'
import { findParentPage, pageDepth, withParentPage } from './page-stack.tsx'

describe('the pages that led to a page', () => {
  test('a page from the menu has no parent', () => {
    expect(pageDepth({})).toBe(0)
    expect(findParentPage({})).toBeUndefined()
  })

  test('each page knows its parent, and all pages before it', () => {
    const second = withParentPage({}, '/home?period=week')
    const third = withParentPage(second, '/checked_in_users')
    expect(pageDepth(third)).toBe(2)
    expect(findParentPage(third)).toEqual({ href: '/checked_in_users', pages: ['/home?period=week'] })
    expect(findParentPage({ pages: ['/home?period=week'] })).toEqual({ href: '/home?period=week', pages: [] })
  })

  test('other state is kept, and the given one is not changed', () => {
    const before = { key: 'a', pages: ['/home'] }
    expect(withParentPage(before, '/b')).toEqual({ key: 'a', pages: ['/home', '/b'] })
    expect(before.pages).toEqual(['/home'])
  })
})
