import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** After a change of page the focus goes to the page, so that the keyboard and the screen reader go on there. */
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
