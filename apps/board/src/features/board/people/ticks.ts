import { sessionStore, type SafeStorage } from '@gatehouse/api-client/safe-storage'
import * as v from 'valibot'
import { createStore, useStore } from 'zustand'

const StoredTicks = v.record(v.string(), v.array(v.string()))
const STORAGE_KEY = 'gatehouse.board.ticks'

type Ticks = ReadonlyMap<string, ReadonlySet<string>>
const noTicks: ReadonlySet<string> = new Set()

/**
 * The people ticked in a roll call, by site. `storage` belongs to one window: the ticks survive a
 * reload, and two people counting at two screens do not share them.
 */
export function createTickStore(storage: SafeStorage) {
  const store = createStore<{ ticks: Ticks }>(() => ({ ticks: readTicks(storage) }))
  const change = (siteId: string, people: ReadonlySet<string>) => {
    const all = new Map(store.getState().ticks)
    if (people.size === 0) all.delete(siteId)
    else all.set(siteId, people)
    store.setState({ ticks: all })
    writeTicks(storage, all)
  }
  /** The ticks that each site's last reset removed. */
  const taken = new Map<string, ReadonlySet<string>>()
  const takenOf = (siteId: string) => taken.get(siteId) ?? noTicks
  const of = (siteId: string) => store.getState().ticks.get(siteId) ?? noTicks

  return {
    of,
    toggle(siteId: string, personId: string) {
      const people = new Set(of(siteId))
      if (!people.delete(personId)) people.add(personId)
      change(siteId, people)
    },
    /**
     * Removes the ticks of people who have left, also from those that a reset can restore. A person
     * who comes back is counted again.
     */
    keepOnly(siteId: string, people: readonly { id: string }[]) {
      const before = of(siteId)
      if (before.size + takenOf(siteId).size === 0) return
      const onSite = new Set(people.map(({ id }) => id))
      const keep = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => onSite.has(id)))
      taken.set(siteId, keep(takenOf(siteId)))
      const kept = keep(before)
      if (kept.size !== before.size) change(siteId, kept)
    },
    /**
     * Removes all ticks of a site.
     * @returns an undo: restores the ticks of people who are still there, and keeps later ones
     */
    reset(siteId: string): () => void {
      taken.set(siteId, of(siteId))
      change(siteId, noTicks)
      return () => change(siteId, new Set([...takenOf(siteId), ...of(siteId)]))
    },
    store,
  }
}

export const ticks = createTickStore(sessionStore)

/** The ticked people of a site; empty for undefined. The same object until it changes. */
export function useTicks(siteId: string | undefined): ReadonlySet<string> {
  return useStore(ticks.store, () => (siteId === undefined ? noTicks : ticks.of(siteId)))
}

/** Whether anyone is ticked. */
export function useHasTicks(siteId: string): boolean {
  return useStore(ticks.store, () => ticks.of(siteId).size > 0)
}

/** Whether a person is ticked. A card renders again only when its own tick changes. */
export function useTicked(siteId: string, personId: string): boolean {
  return useStore(ticks.store, () => ticks.of(siteId).has(personId))
}

function readTicks(storage: SafeStorage): Ticks {
  const text = storage.read(STORAGE_KEY)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), StoredTicks), text)
  if (!parsed.success) return new Map()
  return new Map(Object.entries(parsed.output).map(([siteId, people]) => [siteId, new Set(people)]))
}

/** Without storage a reload loses the ticks. */
function writeTicks(storage: SafeStorage, all: Ticks) {
  const plain = Object.fromEntries([...all].map(([siteId, people]) => [siteId, [...people]]))
  storage.write(STORAGE_KEY, JSON.stringify(plain))
}
