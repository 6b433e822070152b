import { useBlocker } from '@tanstack/react-router'

/**
 * Without a network the browser asks before it leaves or reloads the portal, because it could not
 * load it again.
 */
export function useOfflineQuestion(): void {
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => !navigator.onLine })
}
