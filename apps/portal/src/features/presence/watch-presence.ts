import { renewPresence } from './queries.ts'

/** Renews the list as soon as something has happened at a site, until the returned function ends it. */
export function watchPresence(siteId: string): () => void {
  let stop: (() => void) | undefined
  let isGone = false
  import('../../lib/live.ts').then(
    ({ live }) => {
      if (!isGone) stop = live.watchSite(siteId, renewPresence)
    },
    // Without it the page asks at its interval.
    () => {},
  )
  return () => {
    isGone = true
    stop?.()
  }
}
