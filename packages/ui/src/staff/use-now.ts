import { useEffect, useState } from 'react'

/** The time in epoch milliseconds, updated every `everyMilliseconds`. */
export function useNow(everyMilliseconds: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMilliseconds)
    return () => clearInterval(timer)
  }, [everyMilliseconds])
  return now
}
