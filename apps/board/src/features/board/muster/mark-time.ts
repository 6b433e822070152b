/** Two clocks agree within this tolerance: a response takes time. */
const TOLERANCE_MS = 5000

/** A moment by the three clocks of a page, in milliseconds. */
export interface Moment {
  /** The device's clock, which can be set. */
  wall: number
  /** Monotonic: cannot be set, but stops while the device sleeps. */
  steady: number
  /** The server's clock at the same moment, as far as it is known. */
  server: number
}

/**
 * The time of an action, by the server's clock as known now. Setting the device's clock in between
 * does not change it.
 * @param now taken after a response from the server since the network is back
 */
export function serverTimeOf(made: Moment, now: Moment): number {
  const [byWall, bySteady] = [now.wall - made.wall, now.steady - made.steady]
  const byServer = now.server - now.wall - (made.server - made.wall)
  // The clocks differ because of sleep, unless the offset to the server has changed or the device's
  // clock went back.
  const wasSet = Math.abs(byServer) > TOLERANCE_MS || byWall < bySteady - TOLERANCE_MS
  return now.server - (wasSet ? bySteady : byWall)
}
