import { useBlocker } from '@tanstack/react-router'

/** Keeps the page while a response is on its way that can be seen nowhere else. The login, where the session has ended, is not held back. */
export function useHold(isHeld: boolean): void {
  useBlocker({
    shouldBlockFn: ({ next }) => isHeld && next.pathname !== '/login',
    enableBeforeUnload: () => isHeld,
  })
}
