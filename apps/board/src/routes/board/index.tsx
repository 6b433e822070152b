import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { SiteBoard } from '../../features/board/site-board.tsx'
import { useSite } from '../../features/board/site-context.ts'
import { useLater } from '../../features/board/use-later.ts'

export const Route = createFileRoute('/board/')({
  validateSearch: v.object({
    tab: v.fallback(v.optional(v.literal('out')), undefined),
    /** The parameter for wall mode, from before it had its own path. */
    wall: v.fallback(v.optional(v.literal('1')), undefined),
  }),
  beforeLoad({ search: { site, wall } }) {
    if (wall) throw redirect({ to: '/board/wall', search: { site }, replace: true })
  },
  component: ListPage,
})

function ListPage() {
  const site = useSite()
  const later = useLater()
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      {later && <later.ToMuster siteId={site.id} />}
      <SiteBoard
        site={site}
        later={later}
        tab={tab ?? 'in'}
        onTab={(next) =>
          void navigate({ search: { tab: next === 'out' ? 'out' : undefined }, replace: true })
        }
        onWall={() => void navigate({ to: '/board/wall' })}
      />
    </>
  )
}
