import { useSyncExternalStore } from 'react'
import { createTickStore } from './tick-store.ts'

export const ticks = createTickStore(sessionStorage)

/** The ticked people of a site; the same set until it changes. */
export function useTicks(siteId: string): ReadonlySet<string> {
  return useSyncExternalStore(ticks.subscribe, () => ticks.of(siteId))
}

/** Whether one person is ticked: a card draws itself anew only when its own tick changes. */
export function useTicked(siteId: string, personId: string): boolean {
  return useSyncExternalStore(ticks.subscribe, () => ticks.of(siteId).has(personId))
}
