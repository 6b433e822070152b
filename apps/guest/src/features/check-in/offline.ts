import { useEffect, useSyncExternalStore } from 'react'
import { noteServerTime } from './visit-updates.ts'

/**
 * Whether the phone is offline. While it is, the browser asks before leaving the page, because it
 * could not load it again.
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
 * Fetches the page of the pass once, because the app got there without loading it. A browser that
 * discarded the tab, or navigates back, then has the page in its cache. A reload still needs the
 * network (docs/limits.md). The response's date corrects the clock.
 */
export function useCachedPage(): void {
  useEffect(() => {
    fetch(location.pathname, { priority: 'low' }).then(
      ({ headers }) => noteServerTime(Date.parse(headers.get('date') ?? '')),
      () => {
        // Without a network the cache stays as it is.
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
