import { describe, expect, test } from 'vitest'
import { pageBeneath, pageIndex, stackOn } from './page-stack.ts'

describe('pages stacked in navigation state', () => {
  test('the lowest page has index 0 and nothing beneath', () => {
    expect(pageIndex({})).toBe(0)
    expect(pageBeneath({})).toBeUndefined()
  })

  test('each page opened on another lies one deeper, and leads back through all of them', () => {
    const second = stackOn({}, '/home?period=week')
    const third = stackOn(second, '/checked_in_users')
    expect(pageIndex(third)).toBe(2)
    expect(pageBeneath(third)).toEqual({ href: '/checked_in_users', pages: ['/home?period=week'] })
    expect(pageBeneath({ pages: ['/home?period=week'] })).toEqual({ href: '/home?period=week', pages: [] })
  })

  test('other state is kept, and the given one is not changed', () => {
    const before = { key: 'a', pages: ['/home'] }
    expect(stackOn(before, '/b')).toEqual({ key: 'a', pages: ['/home', '/b'] })
    expect(before.pages).toEqual(['/home'])
  })
})
