import { afterEach, expect, test, vi } from 'vitest'
import { fetchLostStyles, watchStyles } from './lost-styles.ts'

afterEach(() => void vi.useRealTimers())

test('styles that do not come are asked for again by one timer, however often somebody asks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  watchStyles()
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href: 'http://127.0.0.1:1/none.css' })
  link.id = 'lost'
  const failed = () =>
    new Promise((resolve) => addEventListener('error', resolve, { capture: true, once: true }))
  let next = failed()
  document.head.append(link)
  await next
  for (const _ of [1, 2, 3, 4]) {
    next = failed()
    // oxlint-disable-next-line no-await-in-loop -- one answer after the other
    await Promise.all([fetchLostStyles(), next])
  }
  // Waits no longer than this.
  vi.advanceTimersByTime(2000)
  expect(vi.getTimerCount()).toBe(1)
  next = failed()
  vi.advanceTimersByTime(3000)
  await next
  document.querySelector('#lost')?.remove()
})
