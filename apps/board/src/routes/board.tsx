import { queryClient } from '@gatehouse/api-client/query-client'
import { Uuid } from '@gatehouse/validation/fields'
import { createFileRoute, Outlet, redirect, retainSearchParams, useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { BoardScreen } from '../features/board/board-screen.tsx'
import { boardQuery, boardSitesQuery } from '../features/board/people/queries.ts'
import { siteToAskFor } from '../features/board/site-choice.ts'
import { loadLater, useLater } from '../features/board/use-later.ts'
import { tokens } from '../lib/api.ts'
import { loginUrl } from '../lib/login-url.ts'
import { beforeLogin, ended, leaveForLogin } from '../lib/session.ts'
import { within } from '../lib/time-limit.ts'

export const Route = createFileRoute('/board')({
  validateSearch: v.object({ site: v.fallback(v.optional(Uuid), undefined) }),
  search: { middlewares: [retainSearchParams(['site'])] },
  beforeLoad: ({ location }) => {
    if (tokens.get() === undefined) throw redirect({ href: loginUrl(location.href), reloadDocument: true })
  },
  loaderDeps: ({ search: { site } }) => ({ site }),
  loader({ deps: { site } }) {
    const siteId = siteToAskFor(site)
    void queryClient.prefetchQuery(boardSitesQuery('', siteId))
    // The first list is requested along with the sites, and kept until its screen is loaded.
    if (siteId !== undefined)
      void queryClient.prefetchQuery({
        ...boardQuery(siteId, 'in'),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 10_000,
      })
  },
  component: BoardPage,
})

/** A log-out waits no longer than this. */
const LOAD_MS = 3000

// The device may have earlier marks, even if the user leaves before the code that submits them is
// loaded.
beforeLogin(async (userId) => {
  const { forgetMusters } = await within(LOAD_MS, loadLater())
  return (await forgetMusters(userId)).length > 0
})

function BoardPage() {
  const { site } = Route.useSearch()
  // It has no route of its own: the URL stays that of the shown page.
  const navigate = useNavigate()
  const { userId } = useSyncExternalStore(ended.subscribe, ended.getState)
  const later = useLater()
  if (later && userId !== undefined)
    return <later.SessionEnded userId={userId} onLogIn={() => leaveForLogin({ reason: 'ended' })} />
  return (
    <BoardScreen
      siteInUrl={site}
      onSite={(chosen, { replace }) => void navigate({ to: '.', search: { site: chosen }, replace })}
    >
      <Outlet />
    </BoardScreen>
  )
}
