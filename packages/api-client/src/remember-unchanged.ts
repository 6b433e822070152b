/** How many answers with an ETag are kept: the few that a screen polls. */
const MAX_ENTRIES = 50

export interface KnownAnswer {
  etag: string
  answer: unknown
}

/**
 * Keeps the answers with an ETag that were asked for last, in memory only: the API forbids the browser's own cache, since it
 * would leave people's data on a shared screen's disk. Whoever sends a tag holds on to what it was found with: the memory may
 * have let go of it by the time a 304 arrives.
 */
export function rememberUnchanged() {
  const known = new Map<string, KnownAnswer>()
  const keep = (address: string, entry: KnownAnswer) => {
    known.delete(address)
    known.set(address, entry)
    const oldest = known.keys().next()
    if (known.size > MAX_ENTRIES && !oldest.done) known.delete(oldest.value)
  }
  return {
    find(address: string): KnownAnswer | undefined {
      const entry = known.get(address)
      if (entry) keep(address, entry)
      return entry
    },
    remember(address: string, etag: string | null, answer: unknown) {
      if (etag !== null) keep(address, { etag, answer })
    },
  }
}
