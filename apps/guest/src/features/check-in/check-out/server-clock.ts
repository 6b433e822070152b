import { visitLimits } from '@gatehouse/validation/limits'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { getServerTimeEndpoint } from '../../../lib/check-out-api.ts'
import { readClock } from '../../../lib/clock.ts'
import { type HeardTime, isSteady, offsetNow, readMoment } from '../../../lib/moment.ts'

const RENDER_MS = 10_000

/** One request for the server's time, in milliseconds. */
export interface ClockSample {
  /** By the phone's clock. */
  sentAt: number
  /** By the phone's clock. */
  receivedAt: number
  serverTime: number
}

/**
 * How many whole milliseconds the server's clock is ahead of the phone's: the mean of the three
 * samples with the shortest round trip (specification, section 9). The server's time counts for the
 * middle of the round trip.
 * @returns undefined if no sample is usable
 */
export function clockOffset(samples: readonly ClockSample[]): number | undefined {
  const best = samples
    .filter((sample) => Number.isFinite(sample.serverTime) && roundTrip(sample) >= 0)
    .sort((one, other) => roundTrip(one) - roundTrip(other))
    .slice(0, visitLimits.clock.kept)
  if (best.length === 0) return undefined
  const sum = best.reduce((total, { serverTime, sentAt, receivedAt }) => {
    return total + serverTime - (sentAt + receivedAt) / 2
  }, 0)
  return Math.round(sum / best.length)
}

/**
 * Requests the server's time five times in sequence. Failed requests are left out.
 * @param requestTime resolves to the server's time in milliseconds; receives the time by `clock`
 * and the index of the request
 * @param clock a clock of the phone
 */
export async function measureClockOffset(
  requestTime: (sentAt: number, index: number) => Promise<number>,
  clock: () => number,
): Promise<number | undefined> {
  const samples: ClockSample[] = []
  for (let index = 0; index < visitLimits.clock.samples; index += 1) {
    const sentAt = clock()
    const serverTime = await requestTime(sentAt, index).catch(() => Number.NaN)
    samples.push({ sentAt, receivedAt: clock(), serverTime })
  }
  return clockOffset(samples)
}

export interface ServerClock {
  /** Milliseconds to add to the phone's clock; 0 if the server's time is unknown. */
  offset: number
  /** The server's time, or the phone's if it is unknown. */
  now: () => Date
}

/**
 * The server's clock, measured on mount and again after the phone's clock was set or the phone
 * slept. Renders the component again every ten seconds.
 * @param known the offset at the sign-in (ms), used until the clock is measured
 */
export function useServerClock(known = 0): ServerClock {
  const [heard, setHeard] = useState<HeardTime>(() => ({ server: readClock() + known, at: readMoment() }))
  const [, tick] = useState(0)
  useEffect(() => {
    let isUnmounted = false
    let steadySince = readMoment()
    const measure = async () => {
      const began = readMoment()
      const measured = await measureClockOffset(fetchServerTime, () => performance.now())
      const at = readMoment()
      if (isUnmounted || measured === undefined || !isSteady(began, at)) return
      steadySince = at
      setHeard({ server: measured + at[1], at })
    }
    void measure()
    const timer = setInterval(() => {
      if (!isSteady(steadySince, readMoment())) void measure()
      tick((count) => count + 1)
    }, RENDER_MS)
    return () => {
      isUnmounted = true
      clearInterval(timer)
    }
  }, [])
  return { offset: Math.round(offsetNow(heard)), now: () => new Date(readClock() + offsetNow(heard)) }
}

async function fetchServerTime(_: number, index: number): Promise<number> {
  const query = { t: String(readClock()), i: String(index) }
  const { time } = await api.call(getServerTimeEndpoint, { query })
  return Date.parse(time)
}

function roundTrip({ sentAt, receivedAt }: ClockSample): number {
  return receivedAt - sentAt
}
