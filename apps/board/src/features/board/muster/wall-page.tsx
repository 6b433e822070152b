import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { EvacuationRoll } from '../display/print/evacuation-roll.tsx'
import { Wall } from '../display/wall.tsx'
import { boardQuery } from '../people/queries.ts'
import { MusterWall } from './muster-wall.tsx'
import { musterOf } from './sessions.ts'
import type { KeptMuster } from './storage.ts'
import { useMusterField } from './use-muster.ts'

/** How long wall mode shows that a muster is over. */
const OVER_MS = 30_000

interface WallMusterProps {
  site: BoardSite
  /** Undefined if there is no page to return to. */
  onLeave: (() => void) | undefined
  /** Shown if there is no muster. */
  children?: ReactNode
}

/**
 * The muster of a site in wall mode. The screen is unattended, so it returns to the board
 * automatically after the end. Users who only watch may not see musters that are over, so the last
 * shown one is used.
 */
export function WallMuster({ site, onLeave, children }: WallMusterProps) {
  const session = musterOf(site.id)
  const current = useMusterField(session, 'current')
  const [last, setLast] = useState<KeptMuster>()
  const shown = current ?? last
  if (shown !== last) setLast(shown)
  const isOver = shown !== undefined && (current === undefined || current.muster.ended_at !== null)
  useEffect(() => {
    if (!isOver) return undefined
    const timer = setTimeout(() => {
      void session.leave()
      setLast(undefined)
    }, OVER_MS)
    return () => clearTimeout(timer)
  }, [isOver, session])
  return shown ? (
    <MusterWall site={site} session={session} current={shown} isOver={isOver} onLeave={onLeave} />
  ) : (
    children
  )
}

interface WallPageProps {
  site: BoardSite
  onLeave: () => void
  /** Shown until the first list is there. */
  children: ReactNode
}

/** Wall mode: the muster of its site, else the people on site. */
export function WallPage({ site, onLeave, children }: WallPageProps) {
  const { data: people, dataUpdatedAt } = useQuery(boardQuery(site.id, 'in'))
  return (
    <WallMuster site={site} onLeave={onLeave}>
      {people ? (
        <>
          <Wall site={site} people={people} updatedAt={dataUpdatedAt} onLeave={onLeave} />
          <EvacuationRoll site={site} people={people} updatedAt={dataUpdatedAt} />
        </>
      ) : (
        children
      )}
    </WallMuster>
  )
}
