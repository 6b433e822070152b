import { type StayRange, stayRanges } from '@gatehouse/validation/vocabulary'

/** The number of stays per bin, as numbered by `gatehouse_stay_bin`. */
export type StayHistogram = Record<string, number>

const MINUTE_BINS = 20
const GROWTH = 1.1

/**
 * The length in minutes that represents all stays of a bin. The error is at most half a minute in
 * bins of one minute, and below 5 % in wider ones. There it is the harmonic mean of the bounds,
 * which solves x/from - 1 = 1 - x/to.
 */
export function minutesOfBin(bin: number): number {
  if (bin < MINUTE_BINS) return bin + 0.5
  const from = MINUTE_BINS * GROWTH ** (bin - MINUTE_BINS)
  const to = from * GROWTH
  return (2 * from * to) / (from + to)
}

/** The median of the stays in minutes, within half a minute or 5 %. Null without stays. */
export function medianStay(histogram: StayHistogram): number | null {
  const bins = Object.entries(histogram)
    .map(([bin, stays]) => ({ bin: Number(bin), stays }))
    .toSorted((one, other) => one.bin - other.bin)
  const total = bins.reduce((sum, { stays }) => sum + stays, 0)
  if (total <= 0) return null
  /** The stay at a position in the order, from 1. */
  const stayAt = (place: number) => {
    let seen = 0
    const found = bins.find(({ stays }) => (seen += stays) >= place)
    return minutesOfBin(found?.bin ?? 0)
  }
  return (stayAt(Math.floor((total + 1) / 2)) + stayAt(Math.ceil((total + 1) / 2))) / 2
}

/** The first bin of each range. From 20 minutes on, the one that starts nearest to the range. */
const firstBins: Record<StayRange, number> = {
  under_5m: 0,
  '5m_10m': 5,
  '10m_20m': 10,
  '20m_30m': 20,
  '30m_1h': 24,
  '1h_2h': 32,
  '2h_4h': 39,
  '4h_8h': 46,
  '8h_24h': 53,
  over_24h: 65,
}

/** The bins of a range. `to` is exclusive; the last range has none. */
export function binsOfRange(range: StayRange): { from: number; to: number | undefined } {
  const next = stayRanges[stayRanges.indexOf(range) + 1]
  return { from: firstBins[range], to: next && firstBins[next] }
}

/** The number of stays in each range, shortest first. */
export function staysByRange(histogram: StayHistogram): { range: StayRange; visits: number }[] {
  const bins = Object.entries(histogram).map(([bin, stays]) => ({ bin: Number(bin), stays }))
  return stayRanges.map((range) => {
    const { from, to = Infinity } = binsOfRange(range)
    const found = bins.filter(({ bin }) => bin >= from && bin < to)
    return { range, visits: found.reduce((sum, { stays }) => sum + stays, 0) }
  })
}
