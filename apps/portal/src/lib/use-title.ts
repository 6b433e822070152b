import { useEffect } from 'react'

/** Sets the title of the browser window. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} – Gatehouse`
  }, [page])
}
