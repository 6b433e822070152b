import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { CARDS } from '../staff/table.tsx'
import { fitColumns, type ColumnLayout } from './list-column.ts'

interface Measured {
  /** In rem, so that larger text leaves room for fewer columns. */
  room: number
  tableWidth: number
  isCards: boolean
}

/**
 * The columns that have room in a frame. It is measured before the first paint and with every change of its width. Where the
 * contents turn out wider than the columns say, further columns give way. All stay where rows are cards.
 * @param reserved room that is taken by ticks and row menus, in rem
 */
export function useFittingColumns(
  columns: readonly ColumnLayout[],
  reserved: number,
): { frame: RefObject<HTMLDivElement | null>; fitting: ReadonlySet<string>; isTable: boolean } {
  const frame = useRef<HTMLDivElement>(null)
  const [measured, setMeasured] = useState<Measured>()
  // How much wider than its frame the table was, at this room and with these columns.
  const [excess, setExcess] = useState({ at: '', rem: 0 })

  useLayoutEffect(() => {
    const element = frame.current
    const table = tableOf(element)
    if (!element || !table) return
    const measure = () =>
      setMeasured({
        room: inRem(element.clientWidth),
        tableWidth: inRem(table.offsetWidth),
        isCards: matchMedia(CARDS).matches,
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])

  const key = `${measured?.room} ${columns.map(({ id }) => id).join(' ')}`
  const tooWide = excess.at === key ? excess.rem : 0
  const fitting =
    !measured || measured.isCards
      ? new Set(columns.map(({ id }) => id))
      : fitColumns(columns, measured.room - reserved - tooWide)

  const canShrink = columns.some(({ id, priority = 1 }) => priority > 1 && fitting.has(id))
  useLayoutEffect(() => {
    const table = tableOf(frame.current)
    if (!measured || measured.isCards || !canShrink || !table) return
    // What was measured may be older than the columns that stand there now.
    const over = inRem(table.offsetWidth) - measured.room
    if (over > 0.1) setExcess({ at: key, rem: tooWide + over })
  }, [measured, canShrink, key, tooWide])
  return { frame, fitting, isTable: measured !== undefined && !measured.isCards }
}

function tableOf(frame: HTMLElement | null): HTMLTableElement | null {
  return frame?.querySelector('table') ?? null
}

function inRem(pixels: number): number {
  return pixels / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
