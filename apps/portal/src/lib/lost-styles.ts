const PAUSE_MS = 5000
/** So long what needs styles waits for them. A network may swallow a request without an answer. */
const LONGEST_MS = 2000

/** Style sheets that did not come. Vite asks for each of them once. */
const lost = new Set<HTMLLinkElement>()
let timer: ReturnType<typeof setTimeout> | undefined
let fetching: Promise<unknown> | undefined

/** Notes the style sheets that do not come, and asks for them again. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    lost.add(target)
    // One timer for all: each answer may be another failure.
    timer ??= setTimeout(() => void fetchLostStyles(), PAUSE_MS)
  }
  // The event does not bubble.
  addEventListener('error', note, true)
}

/** Asks again for the styles that did not come, so that what needs them is not drawn without. It waits for the answers, but not for long. */
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
