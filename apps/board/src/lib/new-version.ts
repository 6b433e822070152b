const KEY = 'gatehouse.reloaded'
const PAUSE = 60_000

/**
 * After an update the server no longer has the parts that a page from before still asks for: such a page reloads, but
 * not again and again where the cause is another one.
 */
export function reloadForNewVersion(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - last < PAUSE) return
    event.preventDefault()
    sessionStorage.setItem(KEY, String(Date.now()))
    location.reload()
  })
}
