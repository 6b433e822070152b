import type { RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'

export interface Selection {
  /** The selected rows of this page. */
  selected: RowSelectionState
  /** All rows of the filter are selected, on all pages. */
  isAllMatching: boolean
  count: number
  ids: readonly string[]
  onChange: (change: RowSelectionState | ((old: RowSelectionState) => RowSelectionState)) => void
  selectAllMatching: () => void
  clear: () => void
}

interface Ticks {
  /** The page, filter and order that the ticks belong to. */
  page: string
  selected: RowSelectionState
  isAllMatching: boolean
}

/**
 * The selected rows of a list. Selection is limited to the shown page: another page, filter or
 * order starts empty, and a row that leaves the page is deselected.
 * @param page identifies the shown page with its filter and order
 * @param total how many rows match the filter on all pages
 */
export function useSelection(page: string, rows: readonly { id: string }[], total: number): Selection {
  const [ticks, setTicks] = useState<Ticks>({ page, selected: {}, isAllMatching: false })
  const current = ticks.page === page ? ticks : { page, selected: {}, isAllMatching: false }
  const ids = rows.flatMap(({ id }) => (current.selected[id] ? [id] : []))
  const selected = Object.fromEntries(ids.map((id) => [id, true as const]))
  return {
    selected,
    isAllMatching: current.isAllMatching,
    count: current.isAllMatching ? total : ids.length,
    ids,
    onChange: (change) =>
      setTicks({
        page,
        selected: typeof change === 'function' ? change(selected) : change,
        isAllMatching: false,
      }),
    selectAllMatching: () => setTicks({ page, selected, isAllMatching: true }),
    clear: () => setTicks({ page, selected: {}, isAllMatching: false }),
  }
}
