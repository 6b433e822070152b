import { reloadIfNew } from '@gatehouse/api-client/new-version'
import { useEffect } from 'react'

const ASK_MS = 10 * 60_000
/** The page counts as unused after this time without input. */
const QUIET_MS = 5 * 60_000

const touches = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Reloads the page for a new version while it is unused, because a board runs for weeks. */
export function useQuietReload(isQuiet: boolean): void {
  useEffect(() => {
    if (!isQuiet) return undefined
    let touchedAt = Date.now()
    const touch = () => {
      touchedAt = Date.now()
    }
    for (const type of touches) addEventListener(type, touch, { passive: true, capture: true })
    const timer = setInterval(() => {
      if (Date.now() - touchedAt >= QUIET_MS) void reloadIfNew()
    }, ASK_MS)
    return () => {
      clearInterval(timer)
      for (const type of touches) removeEventListener(type, touch, { capture: true })
    }
  }, [isQuiet])
}
