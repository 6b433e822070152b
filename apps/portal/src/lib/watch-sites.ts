import { queryClient } from '@gatehouse/api-client/query-client'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { liveLimits } from '@gatehouse/validation/live'
import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from 'zustand'
import { api } from './api.ts'
import { useChosenClient } from './chosen-client.ts'

/** The least time between two fetches of a page, however much happens. */
const PAUSE_MS = 1000
/** The next page often watches the same sites, and a socket may send few messages. */
const LINGER_MS = 60_000

/** Pages with more sites than a socket may watch. They poll. */
const polled = createStore<number>(() => 0)

/** Whether a page shows more sites than are watched. */
export const useIsPolled = (): boolean => useStore(polled, (pages) => pages > 0)

/** The visible sites; undefined where there are more than a socket may watch. */
async function findSites(clientId: string | undefined): Promise<string[] | undefined> {
  const { items, has_more: hasMore } = await queryClient.fetchQuery({
    queryKey: [listSiteOptionsEndpoint.path, 'watched', clientId],
    queryFn: ({ signal }) => api.call(listSiteOptionsEndpoint, { query: {} }, { signal }),
    staleTime: LINGER_MS,
  })
  return hasMore || items.length > liveLimits.roomsPerSocket ? undefined : items.map(({ id }) => id)
}

/**
 * Calls the listener as soon as something happens at a site, or at any visible one where none is
 * given. The listener's data is polled too, so a missing socket is no error.
 */
export function useWatchedSites(
  siteId: string | undefined,
  listener: () => Promise<unknown>,
  isOn = true,
): void {
  const clientId = useChosenClient()
  const onChange = useEffectEvent(listener)
  useEffect(() => {
    if (!isOn) return undefined
    const ending = new AbortController()
    watch(siteId, clientId, onChange, ending.signal).catch(() => {})
    return () => ending.abort()
  }, [siteId, clientId, isOn])
}

async function watch(
  siteId: string | undefined,
  clientId: string | undefined,
  onChange: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const [{ live, oneAtATime }, ids] = await Promise.all([
    import('./live.ts'),
    siteId === undefined ? findSites(clientId) : [siteId],
  ])
  if (signal.aborted) return
  if (!ids) {
    polled.setState((pages) => pages + 1)
    signal.addEventListener('abort', () => polled.setState((pages) => pages - 1))
    return
  }
  const tell = oneAtATime(async () => {
    if (signal.aborted) return
    await onChange()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  })
  const stops = ids.map((id) => live.watch(`site ${id}`, async () => tell()))
  signal.addEventListener('abort', () => setTimeout(() => stops.forEach((stop) => stop()), LINGER_MS))
}
