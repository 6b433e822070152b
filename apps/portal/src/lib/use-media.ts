import { useSyncExternalStore } from 'react'

/** Whether a media query matches. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** The width at which `AppShell` turns the side bar into a menu over the page. */
const PHONE = '(max-width: 767px)'

export function useIsPhone(): boolean {
  return useMedia(PHONE)
}

/** The width below which a page has no room for a list of pages beside it. */
const NARROW = '(max-width: 1199px)'

export function useIsNarrow(): boolean {
  return useMedia(NARROW)
}
