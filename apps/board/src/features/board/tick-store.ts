import * as v from 'valibot'
import { createStore } from 'zustand/vanilla'

const StoredTicks = v.record(v.string(), v.array(v.string()))
const STORAGE_KEY = 'gatehouse.board.ticks'

type Ticks = ReadonlyMap<string, ReadonlySet<string>>
const none: ReadonlySet<string> = new Set()

/**
 * Who has been counted on each site: ticks by site and person. They outlive a reload in `storage`, which is this
 * window's own, so that two people counting at two screens do not mix.
 */
export function createTickStore(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const store = createStore<{ ticks: Ticks }>(() => ({ ticks: readTicks(storage) }))
  const change = (siteId: string, people: ReadonlySet<string>) => {
    const ticks = new Map(store.getState().ticks)
    if (people.size === 0) ticks.delete(siteId)
    else ticks.set(siteId, people)
    store.setState({ ticks })
    writeTicks(storage, ticks)
  }
  const of = (siteId: string) => store.getState().ticks.get(siteId) ?? none

  return {
    of,
    toggle(siteId: string, personId: string) {
      const people = new Set(of(siteId))
      if (!people.delete(personId)) people.add(personId)
      change(siteId, people)
    },
    /** Drops the ticks of everybody who is no longer there: whoever comes back is counted anew. */
    keepOnly(siteId: string, present: ReadonlySet<string>) {
      const before = of(siteId)
      const kept = new Set([...before].filter((personId) => present.has(personId)))
      if (kept.size !== before.size) change(siteId, kept)
    },
    /** Takes all ticks of a site away; what it answers puts them back, beside any made since. */
    reset(siteId: string): () => void {
      const before = of(siteId)
      change(siteId, none)
      return () => change(siteId, new Set([...before, ...of(siteId)]))
    },
    subscribe: (listener: () => void) => store.subscribe(listener),
  }
}

function readTicks(storage: Pick<Storage, 'getItem'>): Ticks {
  const text = storage.getItem(STORAGE_KEY)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), StoredTicks), text)
  if (!parsed.success) return new Map()
  return new Map(Object.entries(parsed.output).map(([siteId, people]) => [siteId, new Set(people)]))
}

function writeTicks(storage: Pick<Storage, 'setItem'>, ticks: Ticks) {
  const plain = Object.fromEntries([...ticks].map(([siteId, people]) => [siteId, [...people]]))
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(plain))
  } catch {
    // Where storage is full or forbidden the count goes on; it only does not outlive a reload.
  }
}
