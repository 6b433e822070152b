import { followDepartures } from './features/check-in/departure.ts'
import { followMuster } from './features/check-in/follow-muster.ts'
import { followOtherWindows } from './features/check-in/visit-updates.ts'
import { keepFocus } from '@gatehouse/ui/core/keep-focus.ts'
import { followThemeColour } from '@gatehouse/ui/core/theme-colour.ts'

/** What the page also works without. It is loaded after the first screen, for the phone's sake. */
export async function startLater(): Promise<void> {
  followOtherWindows()
  followDepartures()
  followMuster()
  // A focused element that is removed gives the focus to its neighbour or to the page's main part.
  keepFocus()
  followThemeColour()
  await unregisterServiceWorkers()
}

/** Removes service workers. The product has none; an earlier system at the same origin may have left some. */
async function unregisterServiceWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations().catch(() => [])
  await Promise.all(registrations.map((registration) => registration.unregister().catch(() => false)))
}
