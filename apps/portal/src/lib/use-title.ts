import { useDocumentTitle } from '@gatehouse/ui/core/use-document-title.ts'

/** Sets the document's title to the page and the product. */
export function useTitle(page: string): void {
  useDocumentTitle(`${page} – Gatehouse`)
}
