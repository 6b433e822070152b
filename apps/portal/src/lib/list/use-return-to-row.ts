import { focusRow } from '@gatehouse/ui/list/row-focus.ts'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ListAddress } from './list-search.ts'

/** The closed window itself moves the focus in the frame after. */
export const RETURN_MS = 100

/** The windows of a row, as named in the URL. */
const windows = ['edit', 'poster', 'pair'] as const

/** What the URL opens in one of them, such as a row's id. */
export const windowOf = (address: ListAddress): ListAddress[string] =>
  windows.map((name) => address[name]).find((id) => id !== undefined)

/**
 * Returns the focus to the row whose window was closed by the URL, also where no press opened it.
 */
export function useReturnToRow(): void {
  const address: ListAddress = useSearch({ strict: false })
  const opened = windowOf(address)
  const isInDrawer = address['row'] !== undefined
  const last = useRef<ListAddress[string]>(undefined)
  useEffect(() => {
    const closed = last.current
    last.current = opened
    if (closed === undefined || opened !== undefined || isInDrawer) return
    const timer = setTimeout(() => focusRow(String(closed)), RETURN_MS)
    return () => clearTimeout(timer)
  }, [opened, isInDrawer])
}
