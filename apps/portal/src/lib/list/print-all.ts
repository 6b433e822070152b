import { useEffect, useState } from 'react'
import { toastError } from '../toast-error.tsx'
import type { ListDeclaration } from './list-declaration.ts'
import { loadAllRows } from './load-all-rows.ts'
import { callList } from './list-query.ts'
import type { ListAddress, ListEndpoint, ListRow } from './list-search.ts'

export interface Printing<Row> {
  /** All matching rows, while the print window is open. */
  rows: readonly Row[] | undefined
  isLoading: boolean
  /** @param onLoaded called when the rows are there, before the print window opens */
  start: (onLoaded: () => void) => void
}

/** Prints all rows that match a search, not only the current page. */
export function usePrintAll<E extends ListEndpoint>(
  list: ListDeclaration<E>,
  search: ListAddress,
): Printing<ListRow<E>> {
  const [rows, setRows] = useState<ListRow<E>[]>()
  const [isLoading, setLoading] = useState(false)

  useEffect(() => {
    if (!rows) return
    const end = () => setRows(undefined)
    addEventListener('afterprint', end)
    window.print()
    return () => removeEventListener('afterprint', end)
  }, [rows])

  const load = async (onLoaded: () => void) => {
    setLoading(true)
    try {
      const { endpoint, load: loadPage = (query) => callList(endpoint, query) } = list
      setRows(await loadAllRows(endpoint, search, loadPage))
      onLoaded()
    } catch (error) {
      toastError(error)
    } finally {
      setLoading(false)
    }
  }
  return {
    rows,
    isLoading,
    start: (onLoaded) => {
      if (!isLoading) void load(onLoaded)
    },
  }
}
