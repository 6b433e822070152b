import { runtimeConfigElementId } from '@gatehouse/validation/runtime-config'

const KEY = 'gatehouse.reloaded'
const PAUSE_MS = 60_000
const START_PAUSE_MS = 10_000

let isPartMissing = false

/**
 * After an update the server no longer has the parts that a page from before still asks for: such a page reloads. It does not
 * while the server is away, since a screen on a wall would be left with the browser's own error page, and not again and again
 * where the cause is another one.
 */
export function reloadForNewVersion(): void {
  addEventListener('vite:preloadError', () => {
    isPartMissing = true
    void reloadIfNew()
  })
}

/**
 * Reloads a page that the server serves in another version by now, or that lacks a part; once a minute at most, since several
 * servers may serve different versions while they are updated.
 * @returns whether it reloads
 */
export async function reloadIfNew(): Promise<boolean> {
  const served = await askForPage()
  if (served === 'new' || (served === 'same' && isPartMissing)) return reload()
  return false
}

/** Reloads the page where the server serves it, once a minute at most. @returns whether it reloads */
export async function reloadIfServed(): Promise<boolean> {
  return (await askForPage()) !== 'away' && reload()
}

/** For a page that could not even begin: tries until the server serves it. */
export function reloadUntilServed(): void {
  const retry = async () => {
    if (!(await reloadIfServed())) reloadUntilServed()
  }
  setTimeout(() => void retry(), START_PAUSE_MS)
}

function reload(): boolean {
  const now = Date.now()
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (now >= last && now - last < PAUSE_MS) return false
  sessionStorage.setItem(KEY, String(now))
  location.reload()
  return true
}

/** Whether the server answers with this page, and whether that is the version that runs here. */
async function askForPage(): Promise<'away' | 'same' | 'new'> {
  try {
    const response = await fetch(location.href, { cache: 'no-store' })
    const page = await response.text()
    // Somebody in between may answer with a page of their own.
    if (!response.ok || !page.includes(runtimeConfigElementId)) return 'away'
    const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
    return !script || page.includes(script) ? 'same' : 'new'
  } catch {
    return 'away'
  }
}
