import { createRouter } from '@tanstack/react-router'
import { isKiosk, useCheckIn } from './features/check-in/check-in-store.ts'
import { stepRoutes } from './features/check-in/step-navigation.ts'
import { areStylesLost, watchLostFiles } from './features/check-in/lost-files.ts'
import { LostStep } from './features/check-in/lost-step.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  trailingSlash: 'never',
  // The app reads no query. It stays in the address as it is.
  parseSearch: (text) => (text ? { text } : {}),
  stringifySearch: ({ text = '' }) => String(text),
  defaultErrorComponent: LostStep,
  // The current screen stays while the chunk of the next one is loading.
  defaultPendingMs: 60_000,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

watchLostFiles()

const kioskRoutes = new Set<string>([stepRoutes.welcome, stepRoutes.signout, stepRoutes.stored])

/** Loads the chunks of the other steps after the first render, so that no later step waits for one. A phone has no steps of a kiosk. */
export function loadStepChunks(): void {
  if (areStylesLost) return
  const isKioskPage = isKiosk(useCheckIn.getState())
  for (const path of Object.values(stepRoutes)) {
    if (kioskRoutes.has(path) && !isKioskPage) continue
    router.loadRouteChunk(router.routesByPath[path])?.catch(() => {
      // The router tries again when the step is opened.
    })
  }
}
