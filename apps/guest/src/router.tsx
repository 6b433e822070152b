import { createRouter } from '@tanstack/react-router'
import { stepRoutes } from './features/check-in/use-go-to.ts'
import { Broken } from './features/page/broken.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  trailingSlash: 'never',
  defaultErrorComponent: Broken,
  // A chunk that is on its way leaves the screen before it standing.
  defaultPendingMs: 60_000,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Fetches the screens of the other steps once the first one stands, so that none is waited for later. */
export function fetchSteps(): void {
  for (const path of Object.values(stepRoutes)) {
    router.loadRouteChunk(router.routesByPath[path])?.catch(() => {
      // It is asked for again when it is needed.
    })
  }
}
