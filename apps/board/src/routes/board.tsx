import { Uuid } from '@gatehouse/validation/fields'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { BoardScreen } from '../features/board/board-screen.tsx'
import { boardQuery, boardSitesQuery } from '../features/board/queries.ts'
import { siteToAskFor } from '../features/board/site-choice.ts'
import { loginUrl } from '../lib/login-url.ts'
import { tokens } from '../lib/api.ts'
import { beforeLogin } from '../lib/session.ts'
import { queryClient } from '@gatehouse/api-client/query-client'

const BoardSearch = v.object({
  site: v.fallback(v.optional(Uuid), undefined),
  tab: v.fallback(v.optional(v.literal('out')), undefined),
  wall: v.fallback(v.optional(v.literal('1')), undefined),
})

export const Route = createFileRoute('/board')({
  validateSearch: BoardSearch,
  beforeLoad: ({ location }) => {
    if (tokens.get() === undefined) throw redirect({ href: loginUrl(location.href), reloadDocument: true })
  },
  loaderDeps: ({ search: { site } }) => ({ site }),
  loader({ deps: { site } }) {
    const siteId = siteToAskFor(site)
    void queryClient.prefetchQuery(boardSitesQuery('', siteId))
    // The first list is asked for beside the sites, and not after them. It is kept until the screen that shows it is there.
    if (siteId !== undefined)
      void queryClient.prefetchQuery({
        ...boardQuery(siteId, 'in'),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 10_000,
      })
  },
  component: BoardPage,
})

/** Longer than that nobody waits for a log-out. */
const PART_MS = 3000

const loadMuster = async () => (await import('../features/board/muster/load.ts')).loadMuster()

// The part that is loaded puts its own work in this place. Names may be on the device from before, also where somebody leaves before it is there.
beforeLogin(() =>
  Promise.race([loadMuster(), new Promise((done) => setTimeout(done, PART_MS))]).catch(() => {}),
)

function BoardPage() {
  const { site, tab, wall } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <BoardScreen
      siteInUrl={site}
      tab={tab ?? 'in'}
      isWall={wall !== undefined}
      onWall={(isWall) => void navigate({ search: { site, wall: isWall ? '1' : undefined } })}
      loadMuster={loadMuster}
      onSite={(chosen, { replace }) => void navigate({ search: { site: chosen, wall }, replace })}
      onTab={(next) =>
        void navigate({ search: { site, tab: next === 'out' ? 'out' : undefined }, replace: true })
      }
    />
  )
}
