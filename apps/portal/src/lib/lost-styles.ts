const PAUSE_MS = 5000
/** How long content waits for its styles. A network may drop a request without a response. */
const LONGEST_MS = 2000

/** Style sheets that failed to load. Vite requests each of them once. */
const lost = new Set<HTMLLinkElement>()
let timer: ReturnType<typeof setTimeout> | undefined
let fetching: Promise<unknown> | undefined

/** Tracks style sheets that fail to load, and requests them again. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    lost.add(target)
    // One timer for all: each response may be another failure.
    timer ??= setTimeout(() => void fetchLostStyles(), PAUSE_MS)
  }
  // The event does not bubble.
  addEventListener('error', note, true)
}

/**
 * Requests failed style sheets again, so that content is not rendered without them. It waits for
 * the responses, but not for long.
 */
export async function fetchLostStyles(): Promise<void> {
  if (lost.size === 0 && !fetching) return
  fetching ??= fetchAll().finally(() => (fetching = undefined))
  await Promise.race([fetching, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))])
}

function fetchAll(): Promise<unknown> {
  clearTimeout(timer)
  timer = undefined
  const links = [...lost]
  lost.clear()
  return Promise.all(links.map(fetchAgain))
}

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  const copy = link.cloneNode() as HTMLLinkElement
  link.replaceWith(copy)
  return new Promise((resolve) => {
    copy.addEventListener('load', resolve)
    copy.addEventListener('error', resolve)
  })
}
