import { useEffect } from 'react'

/** Keeps the screen awake while the page is seen; browsers take the lock away whenever it is not. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let left = false
    const take = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (left) await taken?.release()
      else lock = taken
    }
    const retake = () => void take()
    retake()
    document.addEventListener('visibilitychange', retake)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', retake)
      void lock?.release()
    }
  }, [])
}
