export interface PhotoCacheOptions {
  /** Fetches a person's photo; null where there is none. */
  fetchPhoto: (personId: string) => Promise<Blob | null>
  createUrl: (photo: Blob) => string
  revokeUrl: (url: string) => void
  /** Waits until a photo that has failed so many times is fetched again for the cards that show it. */
  untilRetry: (failures: number) => Promise<unknown>
  /** How many photos are kept that no card shows. */
  maxUnused: number
}

interface Entry {
  url: Promise<string | null>
  created: string | null
  /** How many cards show it. */
  references: number
}

/**
 * Caches photos as `blob:` URLs. Each photo is fetched once for all cards. URLs that no card uses are revoked, oldest first,
 * because a board runs for weeks.
 */
export function createPhotoCache({
  fetchPhoto,
  createUrl,
  revokeUrl,
  untilRetry,
  maxUnused,
}: PhotoCacheOptions) {
  const entries = new Map<string, Entry>()

  const load = (personId: string): Entry => {
    const entry: Entry = { url: Promise.resolve(null), created: null, references: 0 }
    const fetchIt = (failures: number): Promise<string | null> =>
      fetchPhoto(personId).then(
        (photo) => {
          if (photo === null || entries.get(personId) !== entry) return null
          entry.created = createUrl(photo)
          return entry.created
        },
        async () => {
          await untilRetry(failures + 1)
          if (entry.references > 0) return fetchIt(failures + 1)
          // The next card that needs it fetches it again.
          if (entries.get(personId) === entry) entries.delete(personId)
          return null
        },
      )
    entry.url = fetchIt(0)
    return entry
  }

  const prune = () => {
    const unused = [...entries].filter(([, entry]) => entry.references === 0)
    for (const [personId, entry] of unused.slice(0, Math.max(0, unused.length - maxUnused))) {
      entries.delete(personId)
      if (entry.created !== null) revokeUrl(entry.created)
    }
  }

  return {
    /** The photo's URL where it is there by now. */
    loaded: (personId: string): string | null => entries.get(personId)?.created ?? null,
    /** The photo's URL, or null where there is none. Call `release` when the card no longer shows it. */
    acquire(personId: string): { url: Promise<string | null>; release: () => void } {
      const entry = entries.get(personId) ?? load(personId)
      entries.delete(personId)
      entries.set(personId, entry)
      entry.references += 1
      let isReleased = false
      return {
        url: entry.url,
        release() {
          if (isReleased) return
          isReleased = true
          entry.references -= 1
          prune()
        },
      }
    },
  }
}
