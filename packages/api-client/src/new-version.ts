import { runtimeConfigElementId } from '@gatehouse/validation/runtime-config'
import { sessionStore } from './safe-storage.ts'

const KEY = 'gatehouse.reloaded'
const PAUSE_MS = 60_000
const START_PAUSE_MS = 10_000

let isChunkMissing = false

/**
 * After an update the server no longer has the earlier version's chunks, so a page that needs one
 * reloads: at most once a minute, and not while the server is down, because an unattended screen
 * would be left with the browser's error page.
 * @param isAttended a user may be typing in the page: it reloads for another version only
 */
export function reloadForNewVersion({ isAttended = false } = {}): void {
  addEventListener('vite:preloadError', () => {
    isChunkMissing = true
    void reloadIfNew(isAttended)
  })
}

/**
 * Reloads the page where the server has another version of it or a chunk is missing: at most once a
 * minute, because servers may have different versions during an update.
 * @param isAttended don't reload for a missing chunk alone
 * @returns whether it reloads
 */
export async function reloadIfNew(isAttended = false): Promise<boolean> {
  const served = await askForPage()
  if (served === 'new' || (served === 'same' && isChunkMissing && !isAttended)) return reload()
  return false
}

/**
 * Reloads the page where the server responds, once a minute at most.
 * @returns whether it reloads
 */
export async function reloadIfServed(): Promise<boolean> {
  return (await askForPage()) !== 'unavailable' && reload()
}

/** For a page that could not start: retries until the server responds. */
export function reloadUntilServed(): void {
  const retry = async () => {
    if (!(await reloadIfServed())) reloadUntilServed()
  }
  setTimeout(() => void retry(), START_PAUSE_MS)
}

function reload(): boolean {
  const now = Date.now()
  const last = Number(sessionStore.read(KEY) ?? 0)
  if (now >= last && now - last < PAUSE_MS) return false
  sessionStore.write(KEY, String(now))
  // Without storage, nothing would limit the reloads.
  if (sessionStore.read(KEY) !== String(now)) return false
  location.reload()
  return true
}

/** Whether the server responds with this page, and in which version. */
async function askForPage(): Promise<'unavailable' | 'same' | 'new'> {
  try {
    const response = await fetch(location.href, { cache: 'no-store' })
    const page = await response.text()
    // A proxy may respond with a page of its own.
    if (!response.ok || !page.includes(runtimeConfigElementId)) return 'unavailable'
    const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
    return !script || page.includes(script) ? 'same' : 'new'
  } catch {
    return 'unavailable'
  }
}
