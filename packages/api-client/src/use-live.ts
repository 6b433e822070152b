import { useEffect, useEffectEvent } from 'react'
import type { Live } from './live.ts'

/**
 * Watches something on the live socket: again when `subject` changes, nothing while it is
 * undefined.
 * @param load fetches the socket and its library; if that fails, the page keeps polling
 */
export function useLive(
  load: () => Promise<Live>,
  subject: string | undefined,
  watch: (live: Live, subject: string) => () => void,
): void {
  const begin = useEffectEvent(watch)
  const fetchLive = useEffectEvent(load)
  useEffect(() => {
    if (subject === undefined) return undefined
    let stop: (() => void) | undefined
    let isGone = false
    fetchLive().then(
      (live) => {
        if (!isGone) stop = begin(live, subject)
      },
      () => {},
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [subject])
}
