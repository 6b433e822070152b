import { createFileRoute } from '@tanstack/react-router'
import { SiteBoard } from '../../features/board/site-board.tsx'
import { useSite } from '../../features/board/site-context.ts'
import { useLater } from '../../features/board/use-later.ts'

export const Route = createFileRoute('/board/wall')({ component: WallDisplay })

function WallDisplay() {
  const site = useSite()
  const later = useLater()
  const navigate = Route.useNavigate()
  // Until wall mode is loaded, the list is shown.
  const list = <SiteBoard site={site} later={undefined} tab="in" />
  if (!later) return list
  return (
    <later.WallPage site={site} onLeave={() => void navigate({ to: '/board' })}>
      {list}
    </later.WallPage>
  )
}
