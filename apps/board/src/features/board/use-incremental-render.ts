import { startTransition, useEffect, useState } from 'react'

const FIRST = 60
const STEP = 240

/**
 * How many of `count` cards to draw: the first screens at once, the rest in steps that give way to a press or a key, so
 * that a board of thousands answers while it is still filling.
 */
export function useIncrementalRender(count: number): number {
  const [drawn, setDrawn] = useState(FIRST)
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(drawn + STEP))
  }, [drawn, count])
  return Math.min(drawn, count)
}
