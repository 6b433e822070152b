import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useSite } from '../../features/board/site-context.ts'
import { useLater } from '../../features/board/use-later.ts'

export const Route = createFileRoute('/board/muster')({ component: RunningMuster })

/** The muster that runs at the site. The list leads to it, and shows who is on site until it is known. */
function RunningMuster() {
  const site = useSite()
  const later = useLater()
  return later ? <later.MusterPage site={site} /> : <Navigate to="/board" replace />
}
