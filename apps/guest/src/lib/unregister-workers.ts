/** No service worker may stand between a visitor and the server: one that an earlier system left here is removed. */
export async function unregisterWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations().catch(() => [])
  await Promise.all(registrations.map((registration) => registration.unregister().catch(() => false)))
}
