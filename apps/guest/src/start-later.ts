import { followDepartures } from './features/check-in/departure.ts'
import { followMuster } from './features/check-in/follow-muster.ts'
import { followOtherWindows } from './features/check-in/visit-updates.ts'
import { keepFocus } from '@gatehouse/ui/core/keep-focus.ts'
import { followThemeColour } from '@gatehouse/ui/core/theme-colour.ts'

/**
 * Starts what the page also works without. Loaded after the first screen, to keep that one small.
 */
export async function startLater(): Promise<void> {
  followOtherWindows()
  followDepartures()
  followMuster()
  // If a focused element is removed, the focus moves to its neighbour or to the page's main part.
  keepFocus()
  followThemeColour()
  await unregisterServiceWorkers()
}

/**
 * Removes service workers. The product has none; an earlier system at the same origin may have left
 * some.
 */
async function unregisterServiceWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations().catch(() => [])
  await Promise.all(registrations.map((registration) => registration.unregister().catch(() => false)))
}
