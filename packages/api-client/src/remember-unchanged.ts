/** How many answers with an ETag are kept: the few that a screen polls. */
const KEPT = 50

/**
 * Keeps the last answers that came with an ETag, in memory only: the API forbids the browser's own cache, since it
 * would leave people's data on a shared screen's disk. A 304 then gives the very object that was given before.
 */
export function rememberUnchanged() {
  const known = new Map<string, { etag: string; answer: unknown }>()
  return {
    etagOf: (address: string) => known.get(address)?.etag,
    answerOf: (address: string) => known.get(address)?.answer,
    remember(address: string, etag: string | null, answer: unknown) {
      if (etag === null) return
      known.delete(address)
      known.set(address, { etag, answer })
      const oldest = known.keys().next()
      if (known.size > KEPT && !oldest.done) known.delete(oldest.value)
    },
  }
}
