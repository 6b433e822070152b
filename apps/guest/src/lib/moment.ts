/**
 * A moment by both clocks of the device, in milliseconds. The first may be set; the second may stop
 * while the device sleeps.
 */
export type Moment = readonly [clock: number, timer: number]

export const readMoment = (): Moment => [Date.now(), performance.now()]

/** The milliseconds between two moments. A clock set back or sleep does not shorten them. */
export function elapsed(before: Moment, now: Moment): number {
  return Math.max(now[0] - before[0], now[1] - before[1])
}

/** Whether neither the clock was set nor the device asleep between two moments. */
export function isSteady(before: Moment, now: Moment): boolean {
  return Math.abs(now[0] - before[0] - (now[1] - before[1])) < 1000
}

/** The server's time as received at a moment of the device. */
export interface HeardTime {
  server: number
  at: Moment
}

/**
 * How many milliseconds the server's clock is ahead of the device's, which may have been set since.
 */
export function offsetNow({ server, at }: HeardTime, now = readMoment()): number {
  return server + elapsed(at, now) - now[0]
}
