import { useEffect, useState } from 'react'
import type { MusterSession } from './muster-session.ts'
import type { KeptMuster } from './storage.ts'

/** For so long a wall says that a muster is over. */
const OVER_MS = 30_000

/**
 * The muster that a wall shows. Nobody stands before it who would go back to the board, so after its end it goes back by itself. Whoever only
 * watches may not see a muster that is over, so theirs is gone at once.
 */
export function useMusterOnWall(
  session: MusterSession,
  current: KeptMuster | undefined,
  isWall: boolean,
): { shown: KeptMuster | undefined; isOver: boolean } {
  const [last, setLast] = useState<KeptMuster>()
  const shown = isWall ? (current ?? last) : undefined
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
  return { shown, isOver }
}
