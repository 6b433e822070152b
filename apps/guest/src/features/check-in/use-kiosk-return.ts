import { useEffect } from 'react'
import { pageConfig } from '../../lib/page-data.ts'
import { startAgain, switchLanguage } from './check-in.ts'
import { useCheckIn } from './check-in-store.ts'
import { kioskPause } from './kiosk-pause.ts'
import type { Step } from './flow.ts'

/** A tablet at the venue goes back to its empty start by itself, after each confirmation and when it is left alone. */
export function useKioskReturn(step: Step): void {
  const pause = useCheckIn((state) => kioskPause(state, step))
  useEffect(() => {
    if (pause === undefined) return undefined
    let timer: ReturnType<typeof setTimeout>
    const begin = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        startAgain()
        // This also fetches the questions of today: such a page stays open for weeks.
        void switchLanguage(pageConfig().language)
      }, pause)
    }
    begin()
    const signs = ['pointerdown', 'keydown', 'input', 'scroll'] as const
    for (const sign of signs) addEventListener(sign, begin, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, begin)
    }
  }, [pause])
}
