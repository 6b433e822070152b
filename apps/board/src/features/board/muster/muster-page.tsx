import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mayUsePortalQuery } from '../../../lib/session.ts'
import { background } from '../people/queries.ts'
import { EndedHere, KeptMarks } from './kept-marks.tsx'
import { MusterScreen } from './muster-screen.tsx'
import { ReportView } from './report-view.tsx'
import { musterOf } from './sessions.ts'
import { useMusterField } from './use-muster.ts'
import { WallMuster } from './wall-page.tsx'

interface SyncMusterProps {
  siteId: string
  /** Everyone on site; undefined until the first response. */
  people: readonly BoardPerson[] | undefined
}

/** Keeps the muster of a site up to date, on every page. */
export function SyncMuster({ siteId, people }: SyncMusterProps) {
  const session = musterOf(siteId)
  // An event of the live socket invalidates this query, as with the board's lists.
  useQuery({
    queryKey: ['board', siteId, 'muster'],
    queryFn: async () => {
      await session.sync()
      return null
    },
    ...background,
    refetchOnReconnect: true,
    staleTime: 0,
    gcTime: 0,
    // Its result is not read. Without this the board would render at the start and end of each
    // call.
    notifyOnChangeProps: [],
  })
  useEffect(() => {
    if (people) session.know(people)
  }, [people, session])
  return null
}

/** Redirects from the list to the site's running muster. */
export function ToMuster({ siteId }: { siteId: string }) {
  return useMusterField(musterOf(siteId), 'current') && <Navigate to="/board/muster" replace />
}

/** The muster of a site or its report; redirects to the list if there is none. */
export function MusterPage({ site }: { site: BoardSite }) {
  const session = musterOf(site.id)
  const current = useMusterField(session, 'current')
  const mayUsePortal = useQuery(mayUsePortalQuery).data === true
  if (!current) return <Navigate to="/board" replace />
  // A screen with its own account has no known user: it shows musters without numbers and controls.
  if (!current.can_mark && !mayUsePortal) return <WallMuster site={site} onLeave={undefined} />
  if (!current.muster.ended_at) return <MusterScreen site={site} session={session} current={current} />
  return (
    <>
      {current.isLocal && <EndedHere session={session} muster={current.muster} />}
      <KeptMarks session={session} />
      <ReportView
        muster={current.muster}
        version={current.version}
        canRead={current.can_mark && !current.isLocal}
        onBack={() => void session.leave()}
      />
    </>
  )
}
