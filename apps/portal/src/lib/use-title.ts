import { useEffect } from 'react'

/** Names the window after the page. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} – Gatehouse`
  }, [page])
}
