import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The window was opened from this page, so closing it goes back in the history. */
    isModalOpened?: boolean
  }
}

/**
 * Closes the window that `?modal=` in the URL keeps open. It goes back in the history where the window was opened from the
 * page, and else replaces the URL.
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
