import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The window over this page was opened from it, so that closing it goes back. */
    isModalOpened?: boolean
  }
}

/**
 * Closes the window that `?modal=` in the address holds open: back where it was opened from, or in its place where the
 * address was opened as it is.
 */
export function useCloseModal(): () => void {
  const router = useRouter()
  const isOpened = useRouterState({ select: ({ location }) => location.state.isModalOpened === true })
  return useCallback(() => {
    if (isOpened) return router.history.back()
    const { pathname, search } = router.state.location
    void router.navigate({
      to: pathname,
      search: { ...search, modal: undefined },
      replace: true,
      resetScroll: false,
    })
  }, [router, isOpened])
}
