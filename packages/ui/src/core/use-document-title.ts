import { useEffect } from 'react'

/** Sets the document title, which names the window or tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
