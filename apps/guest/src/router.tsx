import { createRouter } from '@tanstack/react-router'
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

/** Loads the chunks of the other steps after the first render, so that no later step waits for one. */
export function loadStepChunks(): void {
  for (const path of Object.values(stepRoutes)) {
    router.loadRouteChunk(router.routesByPath[path])?.catch(() => {
      // The router tries again when the step is opened.
    })
  }
}
