/** Answers where a service worker of an earlier system may have been: it removes itself and reloads what it held. */
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
