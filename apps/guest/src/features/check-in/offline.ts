import { useEffect, useSyncExternalStore } from 'react'
import { noteServerTime } from './visit-updates.ts'

/**
 * Whether the phone has no network. As long as it has none the browser asks before it leaves the page, because it could not load it again.
 */
export function useOffline(): boolean {
  const isOffline = useSyncExternalStore(subscribe, () => !navigator.onLine)
  useEffect(() => {
    if (!isOffline) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isOffline])
  return isOffline
}

/**
 * Fetches the page of the pass once. A browser that has put the tab away, or is sent back to it, then finds the page in its cache: the pass
 * was reached without loading it. A reload asks the network all the same (docs/limits.md). The response also tells the time.
 */
export function useCachedPage(): void {
  useEffect(() => {
    fetch(location.pathname, { priority: 'low' }).then(
      ({ headers }) => noteServerTime(Date.parse(headers.get('date') ?? '')),
      () => {
        // Without a network the cache keeps what it has.
      },
    )
  }, [])
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
