import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { createStore } from 'zustand/vanilla'

const StoredTicks = v.record(v.string(), v.array(v.string()))
const STORAGE_KEY = 'gatehouse.board.ticks'

type Ticks = ReadonlyMap<string, ReadonlySet<string>>
const noTicks: ReadonlySet<string> = new Set()

/**
 * The people who have been checked in a roll call, by site. `storage` belongs to one window: it keeps the ticks through a reload,
 * and two people who count at two screens do not share them.
 */
export function createTickStore(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const store = createStore<{ ticks: Ticks }>(() => ({ ticks: readTicks(storage) }))
  const change = (siteId: string, people: ReadonlySet<string>) => {
    const all = new Map(store.getState().ticks)
    if (people.size === 0) all.delete(siteId)
    else all.set(siteId, people)
    store.setState({ ticks: all })
    writeTicks(storage, all)
  }
  const of = (siteId: string) => store.getState().ticks.get(siteId) ?? noTicks

  return {
    of,
    toggle(siteId: string, personId: string) {
      const people = new Set(of(siteId))
      if (!people.delete(personId)) people.add(personId)
      change(siteId, people)
    },
    /** Removes the ticks of people who have left the site. A person who comes back is counted again. */
    keepOnly(siteId: string, onSite: ReadonlySet<string>) {
      const before = of(siteId)
      const kept = new Set([...before].filter((personId) => onSite.has(personId)))
      if (kept.size !== before.size) change(siteId, kept)
    },
    /** Removes all ticks of a site. @returns a function that restores them and keeps the ticks made since */
    reset(siteId: string): () => void {
      const before = of(siteId)
      change(siteId, noTicks)
      return () => change(siteId, new Set([...before, ...of(siteId)]))
    },
    subscribe: (listener: () => void) => store.subscribe(listener),
  }
}

export const ticks = createTickStore(sessionStorage)

/** The ticked people of a site. The set is the same object until it changes. */
export function useTicks(siteId: string): ReadonlySet<string> {
  return useSyncExternalStore(ticks.subscribe, () => ticks.of(siteId))
}

/** Whether a person is ticked. A card renders again only when its own tick changes. */
export function useTicked(siteId: string, personId: string): boolean {
  return useSyncExternalStore(ticks.subscribe, () => ticks.of(siteId).has(personId))
}

function readTicks(storage: Pick<Storage, 'getItem'>): Ticks {
  const text = storage.getItem(STORAGE_KEY)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), StoredTicks), text)
  if (!parsed.success) return new Map()
  return new Map(Object.entries(parsed.output).map(([siteId, people]) => [siteId, new Set(people)]))
}

function writeTicks(storage: Pick<Storage, 'setItem'>, all: Ticks) {
  const plain = Object.fromEntries([...all].map(([siteId, people]) => [siteId, [...people]]))
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(plain))
  } catch {
    // Without storage the ticks are lost with a reload.
  }
}
