import { queryClient } from '@gatehouse/api-client/query-client'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '@gatehouse/api-client/search-params'
import type { ComponentType } from 'react'
import { onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { Toasts } from '../src/features/shell/toasts.tsx'
import { dropDrafts } from '../src/lib/forms/drafts.ts'
import { WindowsCloseOnBack } from '../src/lib/windows-close-on-back.tsx'
import { profile } from './profile.ts'

interface PageOptions {
  /** The page at `/page`. It gets the search of its URL. */
  Page: ComponentType<{ search: Record<string, string | number | undefined> }>
  url?: string
  /** Changes to the logged-in person. */
  person?: Partial<Profile>
}

/** Renders a page as the portal does: with its texts, queries, router and toasts. */
export async function renderPage({ Page, url = '/page', person = {} }: PageOptions) {
  const root = createRootRoute({
    component: () => (
      <WindowsCloseOnBack>
        <Outlet />
      </WindowsCloseOnBack>
    ),
  })
  const app = createRoute({
    getParentRoute: () => root,
    id: '_app',
    beforeLoad: () => ({
      session: { profile: { ...profile, ...person }, config: { look: 'presence', region: 'AU' } },
    }),
  })
  const page = createRoute({
    getParentRoute: () => app,
    path: 'page',
    validateSearch: (search: Record<string, unknown>) =>
      search as Record<string, string | number | undefined>,
    component: () => (
      <main>
        <Page search={page.useSearch()} />
      </main>
    ),
  })
  const start = createRoute({ getParentRoute: () => app, path: '/', component: () => <main>Start</main> })
  const login = createRoute({
    getParentRoute: () => root,
    path: 'login',
    component: () => <main>Login</main>,
  })
  // The browser's own history, so that Back is the browser's. The test runner's page keeps its
  // path.
  for (const path of ['/', url]) window.history.pushState(null, '', `${location.pathname}#${path}`)
  const history = createHashHistory()
  onTestFinished(() => history.destroy())
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([start, page]), login]),
    history,
    parseSearch,
    stringifySearch,
  })
  await render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
        <Toasts />
      </QueryClientProvider>
    </I18nProvider>,
  )
  return {
    /** The URL of the page, in its shareable form. */
    url: () => router.state.location.href,
    back: () => router.history.back(),
    go: (href: string) => router.navigate({ href } as never),
  }
}

/** Clears the data, drafts and settings for the next test. */
export function clearPage(): void {
  queryClient.clear()
  dropDrafts()
  localStorage.clear()
}
