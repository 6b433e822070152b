import { focusRow } from '@gatehouse/ui/list/row-focus.ts'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ListAddress } from './list-search.ts'

/** The windows of a row, by their names in the address. */
const windows = ['edit', 'poster'] as const

/** Gives the focus back to the row whose window the address has closed, also where no press has opened it. */
export function useReturnToRow(): void {
  const address: ListAddress = useSearch({ strict: false })
  const opened = windows.map((name) => address[name]).find((id) => id !== undefined)
  const last = useRef<ListAddress[string]>(undefined)
  useEffect(() => {
    const closed = last.current
    last.current = opened
    if (closed === undefined || opened !== undefined) return
    // The window itself moves the focus in the frame after it has gone.
    const timer = setTimeout(() => focusRow(String(closed)), RETURN_MS)
    return () => clearTimeout(timer)
  }, [opened])
}

const RETURN_MS = 100
