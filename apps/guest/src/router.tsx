import { createRouter } from '@tanstack/react-router'
import { isKiosk, useCheckIn } from './features/check-in/check-in-store.ts'
import { stepRoutes } from './features/check-in/step-navigation.ts'
import { RenderError } from './lib/render-error.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  trailingSlash: 'never',
  defaultErrorComponent: RenderError,
  // The current screen stays while the chunk of the next one is loading.
  defaultPendingMs: 60_000,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const kioskRoutes = new Set<string>([stepRoutes.welcome, stepRoutes.signout, stepRoutes.stored])

/** Loads the chunks of the other steps after the first render, so that no later step waits for one. A phone has no steps of a kiosk. */
export function loadStepChunks(): void {
  const isKioskPage = isKiosk(useCheckIn.getState())
  for (const path of Object.values(stepRoutes)) {
    if (kioskRoutes.has(path) && !isKioskPage) continue
    router.loadRouteChunk(router.routesByPath[path])?.catch(() => {
      // The router tries again when the step is opened.
    })
  }
}
