import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { Trans } from '@lingui/react/macro'
import { createRouter } from '@tanstack/react-router'
import { PageError } from './features/shell/page-error.tsx'
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

function PagePending() {
  return (
    <WaitingText>
      <Trans>Loading…</Trans>
    </WaitingText>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
