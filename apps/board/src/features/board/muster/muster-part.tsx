import { useWakeLock } from '../../../lib/use-wake-lock.ts'
import { limits } from '@gatehouse/validation/limits'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { renewalQuery } from '../../../lib/renewal.ts'
import { mayUsePortalQuery } from '../../../lib/session.ts'
import { DisplayPart } from '../display/display-part.tsx'
import { Wall } from '../display/wall.tsx'
import type { BoardPartProps, MusterPartProps } from '../muster-part-props.ts'
import { EvacuationRoll } from '../display/print/evacuation-roll.tsx'
import { EndedHere, KeptMarks, OtherSites } from './kept-marks.tsx'
import { MusterScreen } from './muster-screen.tsx'
import { MusterWall } from './muster-wall.tsx'
import { ReportView } from './report-view.tsx'
import { musterOf } from './sessions.ts'
import { StartMuster } from './start-muster.tsx'
import { useMusterOnWall } from './use-muster-on-wall.ts'
import { useMusterField } from './use-muster.ts'

/** The muster of the shown site, and what waits to be sent of others. */
export function MusterPart(board: MusterPartProps) {
  useWakeLock()
  useQuery({ ...renewalQuery, enabled: useQuery(mayUsePortalQuery).data === false })
  return (
    <>
      <OtherSites shownSiteId={board.site?.id} />
      {board.site && <SiteMuster {...board} />}
    </>
  )
}

/** What starts a muster, and what shows it. */
function SiteMuster({ onChange, ...board }: BoardPartProps) {
  const { site, people, updatedAt, isWall, onWall, isStarting, onStarted } = board
  const session = musterOf(site.id)
  const current = useMusterField(session, 'current')
  // A hint of the live socket asks anew, as for the lists of the board.
  useQuery({
    queryKey: ['board', site.id, 'muster'],
    queryFn: async () => {
      await session.sync()
      return null
    },
    refetchInterval: limits.boardRefreshSeconds * 1000,
    refetchIntervalInBackground: true,
    refetchOnReconnect: true,
    retry: false,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    // Nothing of it is read. Without this the board would be drawn anew when each call begins and ends.
    notifyOnChangeProps: [],
  })
  useEffect(() => {
    if (people) session.know(people)
  }, [people, session])
  const [past, setPast] = useState<Muster>()
  const isOnWall = isWall && people !== undefined
  // Nobody knows who stands before a screen of its own: it shows a muster without numbers and controls.
  const isScreen = useQuery(mayUsePortalQuery).data !== true && current?.can_mark === false
  const musterOnWall = useMusterOnWall(session, current, isWall || isScreen)
  const isShown = current !== undefined || past !== undefined || isOnWall || musterOnWall.shown !== undefined
  useEffect(() => onChange(isShown), [isShown, onChange])

  if (musterOnWall.shown)
    return (
      <MusterWall
        site={site}
        session={session}
        current={musterOnWall.shown}
        isOver={musterOnWall.isOver}
        onLeave={isWall ? () => onWall(false) : undefined}
      />
    )
  if (current?.muster.ended_at)
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
  if (current) return <MusterScreen site={site} session={session} current={current} />
  if (past) return <ReportView muster={past} version={0} canRead onBack={() => setPast(undefined)} />
  const roll = <EvacuationRoll site={site} people={people} updatedAt={updatedAt} />
  if (isOnWall)
    return (
      <>
        <Wall site={site} people={people} updatedAt={updatedAt} onLeave={() => onWall(false)} />
        {roll}
      </>
    )
  return (
    <>
      {roll}
      <KeptMarks session={session} />
      {isStarting && people && (
        <StartMuster site={site} session={session} people={people} onClose={onStarted} onPast={setPast} />
      )}
      <DisplayPart {...board} />
    </>
  )
}
