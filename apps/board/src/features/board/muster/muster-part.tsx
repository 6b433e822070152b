import { limits } from '@gatehouse/validation/limits'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { DisplayPart } from '../display/display-part.tsx'
import { Wall } from '../display/wall.tsx'
import type { MusterPartProps } from '../muster-part-props.ts'
import { MusterScreen } from './muster-screen.tsx'
import { ReportView } from './report-view.tsx'
import { musterOf } from './sessions.ts'
import { StartMuster } from './start-muster.tsx'
import { useMusterView } from './use-muster.ts'

/** The muster of a site: what starts one, and what shows it. */
export function MusterPart({ onChange, ...board }: MusterPartProps) {
  const { site, people, updatedAt, slot, isWall, onWall } = board
  const session = musterOf(site.id)
  const { current, canStart, isLoading } = useMusterView(session)
  // A hint of the live socket asks anew, as for the lists of the board.
  useQuery({
    queryKey: ['board', site.id, 'muster'],
    queryFn: async () => {
      await session.sync()
      return null
    },
    refetchInterval: limits.boardRefreshSeconds * 1000,
    refetchIntervalInBackground: true,
    retry: false,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  const [past, setPast] = useState<Muster>()
  const isOnWall = isWall && people !== undefined
  const isShown = current !== undefined || past !== undefined || isOnWall
  useEffect(() => onChange(isShown), [isShown, onChange])

  if (current?.muster.ended_at)
    return (
      <ReportView
        muster={current.muster}
        version={current.version}
        canRead={current.can_mark}
        onBack={() => void session.leave()}
      />
    )
  if (current) return <MusterScreen site={site} session={session} current={current} />
  if (past) return <ReportView muster={past} version={0} canRead onBack={() => setPast(undefined)} />
  if (isOnWall)
    return <Wall site={site} people={people} updatedAt={updatedAt} onLeave={() => onWall(false)} />
  return (
    <>
      {!isLoading &&
        canStart &&
        people &&
        slot &&
        createPortal(<StartMuster site={site} session={session} people={people} onPast={setPast} />, slot)}
      <DisplayPart {...board} />
    </>
  )
}
