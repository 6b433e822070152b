import { useEffect, useState } from 'react'

const SLOW_MS = 5000

/**
 * Whether a call has been running for five seconds.
 * @param call a value that differs per call; undefined while none is running
 */
export function useIsSlow(call: unknown): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (call === undefined) return undefined
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [call])
  return isSlow && call !== undefined
}
