import { useEffect } from 'react'

/**
 * Keeps the screen on while the page is visible. Browsers release the lock when the page is hidden.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isUnmounted = false
    const request = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const requested = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isUnmounted) await requested?.release()
      else lock = requested
    }
    const requestAgain = () => void request()
    requestAgain()
    document.addEventListener('visibilitychange', requestAgain)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', requestAgain)
      void lock?.release()
    }
  }, [])
}
