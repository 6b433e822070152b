import { type StayRange, stayRanges } from '@gatehouse/validation/vocabulary'

/** How many stays by bin, as `gatehouse_stay_bin` numbers them. */
export type StayHistogram = Record<string, number>

const MINUTE_BINS = 20
const GROWTH = 1.1

/**
 * The length in minutes that stands for all stays of a bin. It is wrong by half a minute at most in the bins of one minute, and by less
 * than 5 % in the wider ones: x with x/from - 1 = 1 - x/to is their harmonic mean.
 */
export function minutesOfBin(bin: number): number {
  if (bin < MINUTE_BINS) return bin + 0.5
  const from = MINUTE_BINS * GROWTH ** (bin - MINUTE_BINS)
  const to = from * GROWTH
  return (2 * from * to) / (from + to)
}

/** The median of the stays in minutes, with the error of a bin: half a minute or 5 %. Null where there are none. */
export function medianStay(histogram: StayHistogram): number | null {
  const bins = Object.entries(histogram)
    .map(([bin, stays]) => ({ bin: Number(bin), stays }))
    .toSorted((one, other) => one.bin - other.bin)
  const total = bins.reduce((sum, { stays }) => sum + stays, 0)
  if (total <= 0) return null
  /** The stay at a place of the order, which begins with 1. */
  const stayAt = (place: number) => {
    let seen = 0
    const found = bins.find(({ stays }) => (seen += stays) >= place)
    return minutesOfBin(found?.bin ?? 0)
  }
  return (stayAt(Math.floor((total + 1) / 2)) + stayAt(Math.ceil((total + 1) / 2))) / 2
}

/** The first bin of each range. From 20 minutes on it is the one whose beginning is nearest to what the range is called. */
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

/** The bins of a range: up to and without `to`, which the last one has not. */
export function binsOfRange(range: StayRange): { from: number; to: number | undefined } {
  const next = stayRanges[stayRanges.indexOf(range) + 1]
  return { from: firstBins[range], to: next && firstBins[next] }
}

/** How many of the stays are in each range, from the shortest on. */
export function staysByRange(histogram: StayHistogram): { range: StayRange; visits: number }[] {
  const bins = Object.entries(histogram).map(([bin, stays]) => ({ bin: Number(bin), stays }))
  return stayRanges.map((range) => {
    const { from, to = Infinity } = binsOfRange(range)
    const found = bins.filter(({ bin }) => bin >= from && bin < to)
    return { range, visits: found.reduce((sum, { stays }) => sum + stays, 0) }
  })
}
