import { limits } from '@gatehouse/validation/limits'

/** One question for the server's time; all in milliseconds. */
export interface ClockSample {
  /** By the phone's clock. */
  sentAt: number
  /** By the phone's clock. */
  receivedAt: number
  serverTime: number
}

/**
 * How far the server's clock is ahead of the phone's, in whole milliseconds: the mean of the three samples with the
 * shortest round trip (specification, section 9), each read in the middle of its trip.
 * @returns undefined where no sample is usable
 */
export function clockOffset(samples: readonly ClockSample[]): number | undefined {
  const best = samples
    .filter((sample) => Number.isFinite(sample.serverTime) && roundTrip(sample) >= 0)
    .sort((one, other) => roundTrip(one) - roundTrip(other))
    .slice(0, limits.clock.kept)
  if (best.length === 0) return undefined
  const sum = best.reduce((total, { serverTime, sentAt, receivedAt }) => {
    return total + serverTime - (sentAt + receivedAt) / 2
  }, 0)
  return Math.round(sum / best.length)
}

/**
 * Asks for the time five times, one after the other, and goes on without the questions that fail.
 * @param askServerTime the server's time in milliseconds, for the phone's time and the number of the question
 */
export async function measureClockOffset(
  askServerTime: (sentAt: number, index: number) => Promise<number>,
  clock: () => number,
): Promise<number | undefined> {
  const samples: ClockSample[] = []
  for (let index = 0; index < limits.clock.samples; index += 1) {
    const sentAt = clock()
    const serverTime = await askServerTime(sentAt, index).catch(() => Number.NaN)
    samples.push({ sentAt, receivedAt: clock(), serverTime })
  }
  return clockOffset(samples)
}

function roundTrip({ sentAt, receivedAt }: ClockSample): number {
  return receivedAt - sentAt
}
