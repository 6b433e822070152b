import { expect, test, vi } from 'vitest'
import { later } from './later.ts'

test('a value is made when it is first asked for, and once, even where it is undefined', () => {
  const make = vi.fn<() => undefined>()
  const value = later(make)
  expect(make).not.toHaveBeenCalled()
  expect([value(), value()]).toEqual([undefined, undefined])
  expect(make).toHaveBeenCalledOnce()
})

test('what failed is tried again', () => {
  const make = vi.fn<() => string>().mockImplementationOnce(() => {
    throw new Error('no')
  })
  make.mockReturnValue('made')
  const value = later(make)
  expect(value).toThrow('no')
  expect(value()).toBe('made')
})
