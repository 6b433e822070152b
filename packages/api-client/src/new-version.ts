const KEY = 'gatehouse.reloaded'
const PAUSE = 60_000

/**
 * After an update the server no longer has the parts that a page from before still asks for: such a page reloads. It does not
 * while the server is away, since a screen on a wall would be left with the browser's own error page, and not again and again
 * where the cause is another one.
 */
export function reloadForNewVersion(): void {
  addEventListener('vite:preloadError', () => void reloadIfServed())
}

async function reloadIfServed(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < PAUSE) return
  const page = await fetch(location.href, { cache: 'no-store' }).catch(() => undefined)
  if (!page?.ok) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}
