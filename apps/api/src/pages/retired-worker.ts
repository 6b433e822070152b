/** Replaces an earlier system's service worker: it unregisters itself and reloads its pages. */
export const retiredWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.registration.unregister()
      for (const name of await caches.keys()) await caches.delete(name)
      for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url)
    })(),
  )
})
`
