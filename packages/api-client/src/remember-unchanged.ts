/** How many responses with an ETag are kept. A screen polls few. */
const MAX_ENTRIES = 50

export interface KnownResponse {
  etag: string
  data: unknown
}

/**
 * Caches the latest responses with an ETag in memory. The API forbids the browser's cache, which
 * would store personal data on the disk of a shared screen. A call holds the response whose ETag it
 * sends: the entry may be evicted before the 304 arrives.
 */
export function rememberUnchanged() {
  const known = new Map<string, KnownResponse>()
  const keep = (url: string, entry: KnownResponse) => {
    known.delete(url)
    known.set(url, entry)
    const oldest = known.keys().next()
    if (known.size > MAX_ENTRIES && !oldest.done) known.delete(oldest.value)
  }
  return {
    find(url: string): KnownResponse | undefined {
      const entry = known.get(url)
      if (entry) keep(url, entry)
      return entry
    },
    remember(url: string, etag: string | null, data: unknown) {
      if (etag !== null) keep(url, { etag, data })
    },
  }
}
