import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a browser that does not tell when it is idle waits its own time, and no longer', () => {
  const work = vi.fn()
  whenIdle(work, 5000, 100)
  vi.advanceTimersByTime(99)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledOnce()
})

test('a busy page is asked for the limit, and a cancelled work is never run', () => {
  const asked = vi.fn(() => 7)
  const cancelled = vi.fn()
  vi.stubGlobal('requestIdleCallback', asked)
  vi.stubGlobal('cancelIdleCallback', cancelled)
  const work = vi.fn()
  whenIdle(work, 5000, 100)()
  expect(asked).toHaveBeenCalledWith(work, { timeout: 5000 })
  expect(cancelled).toHaveBeenCalledWith(7)
  vi.unstubAllGlobals()
  whenIdle(work, 5000, 100)()
  vi.advanceTimersByTime(5000)
  expect(work).not.toHaveBeenCalled()
})
