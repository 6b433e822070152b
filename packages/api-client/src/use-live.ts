import { useEffect, useEffectEvent } from 'react'
import type { Live } from './live.ts'

/**
 * Begins to watch something by the live socket, again whenever `subject` is another one, and nothing while it is undefined.
 * @param load fetches the socket and its library; where they cannot be, the page goes on asking at its intervals
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
