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

/** For so long a wall says that a muster is over. */
const OVER_MS = 30_000

interface WallMusterProps {
  site: BoardSite
  /** Undefined where there is nothing to go back to. */
  onLeave: (() => void) | undefined
  /** Shown without a muster. */
  children?: ReactNode
}

/**
 * The muster of a site on a wall. Nobody stands before it who would go back to the board, so after its end it goes back by itself. Whoever only
 * watches may not see a muster that is over, so the wall says so of the one that it has shown last.
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

/** A screen on a wall: the muster of its site, else who is there. */
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
