import { createRouter } from '@tanstack/react-router'
import { isKiosk, useCheckIn } from './features/check-in/check-in-store.ts'
import { stepRoutes } from './features/check-in/step-navigation.ts'
import { ErrorScreen } from './lib/render-error.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  trailingSlash: 'never',
  // The app reads no query. It stays in the URL unchanged.
  parseSearch: (text) => (text ? { text } : {}),
  stringifySearch: ({ text = '' }) => String(text),
  defaultErrorComponent: ErrorScreen,
  // The current screen stays while the chunk of the next one is loading.
  defaultPendingMs: 60_000,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// The router would reload the page for a missing script, even offline. Without Vite's error it
// shows its own error.
addEventListener('vite:preloadError', (event) => {
  if (!event.payload.message.includes('CSS')) event.preventDefault()
})

const kioskRoutes = new Set<string>([stepRoutes.welcome, stepRoutes.signout, stepRoutes.stored])

/**
 * Loads the chunks of the other steps after the first render, so that no later step waits for one.
 * Kiosk steps are loaded on kiosks only.
 */
export function loadStepChunks(): void {
  const isKioskPage = isKiosk(useCheckIn.getState())
  for (const path of Object.values(stepRoutes)) {
    if (kioskRoutes.has(path) && !isKioskPage) continue
    router.loadRouteChunk(router.routesByPath[path])?.catch(() => {
      // The router tries again when the step is opened.
    })
  }
}
