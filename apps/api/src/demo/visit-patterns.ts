import type { Random } from './random.ts'

/** When people arrive at a kind of site, and how long they stay. */
export interface VisitPattern {
  /** The factor for the visitors of a day, and the share of the staff at work, from Monday to Sunday. */
  visitorDays: readonly number[]
  staffDays: readonly number[]
  /** The weight of each hour of arrival. */
  visitorHours: readonly (readonly [hour: number, weight: number])[]
  staffHours: readonly (readonly [hour: number, weight: number])[]
  visitorMinutes: readonly [mean: number, spread: number]
  staffMinutes: readonly [mean: number, spread: number]
  /** Whether staff work at night too. */
  isRoundTheClock: boolean
}

const officeHours = [
  [6, 1],
  [7, 6],
  [8, 16],
  [9, 8],
  [10, 2],
  [12, 2],
  [13, 2],
  [16, 2],
] as const

export const visitPatterns = {
  /** Open by day, busiest on weekends. */
  gallery: {
    visitorDays: [0.5, 0.8, 0.85, 0.9, 1.1, 1.8, 1.7],
    staffDays: [0.7, 0.85, 0.85, 0.85, 0.85, 0.5, 0.45],
    visitorHours: [
      [9, 1],
      [10, 5],
      [11, 7],
      [12, 6],
      [13, 9],
      [14, 11],
      [15, 9],
      [16, 4],
      [17, 2],
      [18, 1],
    ],
    staffHours: officeHours,
    visitorMinutes: [95, 35],
    staffMinutes: [490, 40],
    isRoundTheClock: false,
  },
  /** Rehearsals by day, an audience in the evening. */
  theatre: {
    visitorDays: [0.5, 0.9, 1, 1.1, 1.4, 1.7, 1],
    staffDays: [0.6, 0.8, 0.85, 0.85, 0.9, 0.75, 0.4],
    visitorHours: [
      [9, 2],
      [10, 3],
      [12, 2],
      [13, 5],
      [14, 4],
      [15, 2],
      [17, 4],
      [18, 12],
      [19, 7],
    ],
    staffHours: [...officeHours, [17, 8]],
    visitorMinutes: [160, 40],
    staffMinutes: [450, 60],
    isRoundTheClock: false,
  },
  /** Shifts that change at six, contractors on working days. */
  mine: {
    visitorDays: [1.2, 1.2, 1.2, 1.1, 1, 0.4, 0.3],
    staffDays: [0.75, 0.75, 0.75, 0.75, 0.75, 0.7, 0.7],
    visitorHours: [
      [5, 3],
      [6, 9],
      [7, 10],
      [8, 6],
      [9, 4],
      [10, 2],
      [13, 3],
      [17, 3],
      [18, 1],
    ],
    staffHours: [
      [5, 10],
      [6, 3],
      [17, 6],
      [18, 2],
    ],
    visitorMinutes: [330, 130],
    staffMinutes: [685, 25],
    isRoundTheClock: true,
  },
  /** Tours by day. */
  caves: {
    visitorDays: [0.5, 0.6, 0.7, 0.8, 1, 2, 1.9],
    staffDays: [0.7, 0.7, 0.7, 0.75, 0.8, 0.7, 0.7],
    visitorHours: [
      [9, 3],
      [10, 8],
      [11, 8],
      [12, 3],
      [13, 8],
      [14, 8],
      [15, 5],
    ],
    staffHours: officeHours,
    visitorMinutes: [110, 25],
    staffMinutes: [470, 35],
    isRoundTheClock: false,
  },
} as const satisfies Record<string, VisitPattern>

export type VisitPatternName = keyof typeof visitPatterns

/** Draws the time of an arrival, in milliseconds after midnight. */
export function drawArrival(random: Random, hours: VisitPattern['visitorHours']): number {
  return random.weighted(hours) * 3_600_000 + random.int(0, 3_599_999)
}

/** Draws the length of a stay in milliseconds: at least 4 minutes, and less than the 13 hours after which a visit is overdue. */
export function drawStay(random: Random, [mean, spread]: readonly [number, number]): number {
  return Math.round(Math.min(Math.max(random.around(mean, spread), 4), 760) * 60_000)
}
