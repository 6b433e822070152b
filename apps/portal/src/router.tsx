import { createRouter } from '@tanstack/react-router'
import { PageError } from './features/shell/page-error.tsx'
import { PagePending } from './features/shell/page-pending.tsx'
import { parseSearch, stringifySearch } from '@gatehouse/api-client/search-params'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: PageError,
  defaultPendingComponent: PagePending,
  defaultPendingMs: 300,
  defaultPreload: 'intent',
  // Server data lives in queries, which know how old it is.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
