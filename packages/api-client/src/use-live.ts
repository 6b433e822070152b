import { useEffect, useEffectEvent } from 'react'
import type { Live } from './live.ts'
import type { TokenStore } from './token-store.ts'

let live: Promise<Live> | undefined

/**
 * Begins to watch something by the live socket, again whenever `subject` is another one, and nothing while it is undefined. The socket and its library are fetched then; where they cannot be,
 * the page goes on asking at its intervals.
 */
export function useLive(
  tokens: TokenStore,
  subject: string | undefined,
  watch: (live: Live, subject: string) => () => void,
): void {
  const begin = useEffectEvent(watch)
  useEffect(() => {
    if (subject === undefined) return undefined
    let stop: (() => void) | undefined
    let isGone = false
    live ??= import('./live.ts').then(({ createLive }) => createLive(tokens))
    live.then(
      (found) => {
        if (!isGone) stop = begin(found, subject)
      },
      () => (live = undefined),
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [tokens, subject])
}
