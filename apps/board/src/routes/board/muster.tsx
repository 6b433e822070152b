import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useSite } from '../../features/board/site-context.ts'
import { useLater } from '../../features/board/use-later.ts'

export const Route = createFileRoute('/board/muster')({ component: RunningMuster })

/**
 * The running muster of the site. The list redirects to it, and is shown until the muster is known.
 */
function RunningMuster() {
  const site = useSite()
  const later = useLater()
  return later ? <later.MusterPage site={site} /> : <Navigate to="/board" replace />
}
