/** A moment by both clocks of the device, in milliseconds. The first may be set; the second may stand still while the device sleeps. */
export type Moment = readonly [clock: number, timer: number]

export const readMoment = (): Moment => [Date.now(), performance.now()]

/** The milliseconds between two moments. Neither a clock that was set back nor sleep makes them fewer. */
export function elapsed(before: Moment, now: Moment): number {
  return Math.max(now[0] - before[0], now[1] - before[1])
}

/** Whether the clock was neither set between two moments, nor the device asleep. */
export function isSteady(before: Moment, now: Moment): boolean {
  return Math.abs(now[0] - before[0] - (now[1] - before[1])) < 1000
}

/** What the server's clock said at a moment of the device. */
export interface HeardTime {
  server: number
  at: Moment
}

/** How many milliseconds the server's clock is ahead of the device's, which may have been set since it was heard. */
export function offsetNow({ server, at }: HeardTime, now = readMoment()): number {
  return server + elapsed(at, now) - now[0]
}
