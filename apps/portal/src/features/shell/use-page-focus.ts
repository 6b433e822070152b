import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the page after navigation, so that keyboards and screen readers continue
 * there.
 */
export function usePageFocus(id: string): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== undefined && last.current !== pathname) {
      document.getElementById(id)?.focus({ preventScroll: true })
    }
    last.current = pathname
  }, [id, pathname])
}
