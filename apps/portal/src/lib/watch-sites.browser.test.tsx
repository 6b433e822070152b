import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { liveLimits } from '@gatehouse/validation/live'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../test/render-page.tsx'
import { stubApi } from '../../test/stub-api.ts'
import { live } from './live.ts'
import { useIsPolled, useWatchedSites } from './watch-sites.ts'

type Listener = () => Promise<unknown>
const watched = new Map<string, Listener>()

beforeEach(() => {
  vi.spyOn(live, 'watch').mockImplementation((topic, listener) => {
    watched.set(topic, listener)
    return () => watched.delete(topic)
  })
})
afterEach(() => vi.restoreAllMocks())

function stubSites(count: number) {
  stubApi().on(listSiteOptionsEndpoint, () => ({
    items: Array.from({ length: count }, (_, at) => ({ id: `${count} ${at}`, name: `Site ${at}` })),
    has_more: false,
  }))
}

test('all sites are watched, and what happens at several is read once', async () => {
  stubSites(2)
  const read = vi.fn(() => Promise.resolve())
  await renderPage({
    Page: () => {
      useWatchedSites(undefined, read)
      return null
    },
  })
  await expect.poll(() => [...watched.keys()]).toEqual(['site 2 0', 'site 2 1'])
  for (const tell of [...watched.values(), ...watched.values()]) void tell()
  expect(read).toHaveBeenCalledTimes(1)
  await expect.poll(() => read.mock.calls.length).toBe(2)
})

test('more sites than a socket may watch are not said to be live', async () => {
  stubSites(liveLimits.roomsPerSocket + 1)
  await renderPage({
    Page: () => {
      useWatchedSites(undefined, () => Promise.resolve())
      return useIsPolled() ? 'At intervals' : 'Live'
    },
  })
  await expect.element(page.getByText('At intervals')).toBeVisible()
})
