import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'

export interface Change {
  direction: 'up' | 'down' | 'same'
  /** How many more or fewer. */
  difference: number
  /**
   * The same as a percentage of the count before; undefined where that was 0, or nothing changed.
   */
  percent: number | undefined
}

/** Compares a count with that of the period before. */
export function compareCounts({ count, previous }: Dashboard['check_ins']): Change {
  const difference = Math.abs(count - previous)
  if (difference === 0) return { direction: 'same', difference, percent: undefined }
  return {
    direction: count > previous ? 'up' : 'down',
    difference,
    percent: previous === 0 ? undefined : Math.round((difference / previous) * 100),
  }
}

export function sumRefused(refused: Dashboard['refused']): number {
  return Object.values(refused).reduce((sum, count) => sum + count, 0)
}

/**
 * Sites with an evacuation first, then those with a drill, then those with most people. Ties keep
 * the server's order, by name.
 */
export function sortSites(
  sites: Dashboard['sites'],
  /** Whether the running muster of a site is a drill, by the site's id. */
  drillAt: ReadonlyMap<string, boolean> = new Map(),
): Dashboard['sites'] {
  const rank = ({ id }: { id: string }) => [undefined, true, false].indexOf(drillAt.get(id))
  return [...sites].sort((one, other) => rank(other) - rank(one) || other.people - one.people)
}
