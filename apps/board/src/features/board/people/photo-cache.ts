export interface PhotoCacheOptions {
  /** Fetches a person's photo; null if there is none. */
  fetchPhoto: (personId: string) => Promise<Blob | null>
  createUrl: (photo: Blob) => string
  revokeUrl: (url: string) => void
  /** Resolves when a photo that has failed this often should be fetched again. */
  untilRetry: (failures: number) => Promise<unknown>
  /** How many photos without a card are kept. */
  maxUnused: number
}

interface Entry {
  url: Promise<string | null>
  created: string | null
  /** How many cards show the photo. */
  references: number
}

/**
 * Caches photos as `blob:` URLs. Each photo is fetched once for all cards. Unused URLs are revoked,
 * oldest first, because a board runs for weeks.
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
    /** The photo's URL if it is loaded. */
    loaded: (personId: string): string | null => entries.get(personId)?.created ?? null,
    /**
     * The photo's URL, or null if there is none. Call `release` when the card no longer shows it.
     */
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
