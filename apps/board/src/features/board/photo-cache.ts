export interface PhotoCacheOptions {
  /** Fetches a person's photo; null where there is none. */
  fetchPhoto: (personId: string) => Promise<Blob | null>
  createUrl: (photo: Blob) => string
  revokeUrl: (url: string) => void
  /** How many photos nobody looks at are kept. */
  keep: number
}

interface Entry {
  url: Promise<string | null>
  made: string | null
  lookers: number
}

/**
 * Photos as `blob:` addresses, fetched once however many cards ask, kept while a card shows them and for a while
 * longer, then given back: a board runs for weeks.
 */
export function createPhotoCache({ fetchPhoto, createUrl, revokeUrl, keep }: PhotoCacheOptions) {
  const entries = new Map<string, Entry>()

  const load = (personId: string): Entry => {
    const entry: Entry = { url: Promise.resolve(null), made: null, lookers: 0 }
    entry.url = fetchPhoto(personId).then(
      (photo) => {
        if (photo === null || entries.get(personId) !== entry) return null
        entry.made = createUrl(photo)
        return entry.made
      },
      () => {
        // A failed photo is asked for again by the next card that comes into view.
        if (entries.get(personId) === entry) entries.delete(personId)
        return null
      },
    )
    return entry
  }

  const prune = () => {
    const idle = [...entries].filter(([, entry]) => entry.lookers === 0)
    for (const [personId, entry] of idle.slice(0, Math.max(0, idle.length - keep))) {
      entries.delete(personId)
      if (entry.made !== null) revokeUrl(entry.made)
    }
  }

  return {
    /** Asks for a photo while a card shows it; call `release` when it no longer does. */
    take(personId: string): { url: Promise<string | null>; release: () => void } {
      const entry = entries.get(personId) ?? load(personId)
      entries.delete(personId)
      entries.set(personId, entry)
      entry.lookers += 1
      let held = true
      return {
        url: entry.url,
        release() {
          if (!held) return
          held = false
          entry.lookers -= 1
          prune()
        },
      }
    },
    /** Gives back everything, as when somebody logs out. */
    clear() {
      for (const entry of entries.values()) if (entry.made !== null) revokeUrl(entry.made)
      entries.clear()
    },
  }
}
