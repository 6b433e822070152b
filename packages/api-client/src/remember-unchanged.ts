/** How many answers with an ETag are kept. A screen polls few. */
const MAX_ENTRIES = 50

export interface KnownAnswer {
  etag: string
  answer: unknown
}

/**
 * Keeps the latest answers with an ETag in memory. The API forbids the browser's cache, because it would store people's data on the disk of a
 * shared screen. A call keeps the answer whose ETag it sends: it may be dropped here before the 304 arrives.
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
