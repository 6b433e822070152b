import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A window was opened from this page, so closing it goes back in the history. */
    isWindowOpened?: boolean
  }
}

type Windows = Record<string, string | undefined>

/** The props of a link to a window, such as `{ modal: 'details' }`. */
export const toWindow = <const Opened extends Windows>(opened: Opened) =>
  ({
    search: (search: object) => ({ ...search, ...opened }),
    state: (state: object) => ({ ...state, isWindowOpened: true }),
    resetScroll: false,
  }) as const

/**
 * Opens a window of the page through its URL, as with `{ edit: id }`, and closes it with `{ edit:
 * undefined }`: as Back does, one step back in the history, or by replacing the URL that opened it.
 */
export function useOpenWindow(): (windows: Windows) => void {
  const router = useRouter()
  return useCallback(
    (windows) => {
      const { pathname, state } = router.state.location
      const isClosing = Object.values(windows).every((id) => id === undefined)
      if (isClosing && state.isWindowOpened) return router.history.back()
      void router.navigate({
        to: pathname,
        ...toWindow(windows),
        ...(isClosing && { state: true, replace: true }),
      })
    },
    [router],
  )
}
