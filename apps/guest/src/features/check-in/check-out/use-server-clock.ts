import { useEffect, useState } from 'react'
import { api, getServerTimeEndpoint } from '../../../lib/api.ts'
import { measureClockOffset } from './clock-offset.ts'

const TICK_MILLISECONDS = 10_000

async function askServerTime(sentAt: number, index: number): Promise<number> {
  const { time } = await api.call(getServerTimeEndpoint, { query: { t: String(sentAt), i: String(index) } })
  return Date.parse(time)
}

export interface ServerClock {
  /** Milliseconds to add to the phone's clock; 0 while and where the server could not be asked. */
  offset: number
  /** The server's time as far as it is known. */
  now: () => Date
}

/** The server's clock, measured once on this screen; the screen is drawn again every few seconds. */
export function useServerClock(): ServerClock {
  const [offset, setOffset] = useState(0)
  const [, tick] = useState(0)
  useEffect(() => {
    let isGone = false
    void measureClockOffset(askServerTime, Date.now).then((measured) => {
      if (!isGone && measured !== undefined) setOffset(measured)
    })
    const timer = setInterval(() => tick((count) => count + 1), TICK_MILLISECONDS)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [])
  return { offset, now: () => new Date(Date.now() + offset) }
}
