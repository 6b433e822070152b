import { useBlocker } from '@tanstack/react-router'

/**
 * Blocks navigation during a call whose response is shown nowhere else. The login, after the
 * session has ended, is not blocked.
 */
export function useHold(isHeld: boolean): void {
  useBlocker({
    shouldBlockFn: ({ next }) => isHeld && next.pathname !== '/login',
    enableBeforeUnload: () => isHeld,
  })
}
