/** By less than this two clocks agree: a response takes time. */
const TOLERANCE_MS = 5000

/** A moment by the clocks of a page, in milliseconds. */
export interface Moment {
  /** What the device says. Somebody may set it. */
  wall: number
  /** Nobody can set it. It stands still while the device sleeps. */
  steady: number
  /** The server's clock at the same time, as far as it is known. */
  server: number
}

/**
 * When something was done, by the server's clock as it is known now. A clock that was set meanwhile moves nothing.
 * @param now the server has been heard since the network is back
 */
export function serverTimeOf(made: Moment, now: Moment): number {
  const [byWall, bySteady] = [now.wall - made.wall, now.steady - made.steady]
  const byServer = now.server - now.wall - (made.server - made.wall)
  // What the two do not agree on was sleep, unless the difference from the server is another one, or the clock went back.
  const wasSet = Math.abs(byServer) > TOLERANCE_MS || byWall < bySteady - TOLERANCE_MS
  return now.server - (wasSet ? bySteady : byWall)
}
