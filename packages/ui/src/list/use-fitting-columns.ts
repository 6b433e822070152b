import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { CARDS } from '../staff/table.tsx'
import { fitColumns, type ColumnLayout } from './list-column.ts'

interface Measured {
  /** In rem, so that larger text leaves room for fewer columns. */
  room: number
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
): { frame: RefObject<HTMLDivElement | null>; fitting: ReadonlySet<string> } {
  const frame = useRef<HTMLDivElement>(null)
  const [measured, setMeasured] = useState<Measured>()
  // How much wider than its frame the table was, at this room and with these columns.
  const [excess, setExcess] = useState({ at: '', rem: 0 })

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => {
      const room = inRem(element.clientWidth)
      const isCards = matchMedia(CARDS).matches
      setMeasured((last) => (last?.room === room && last.isCards === isCards ? last : { room, isCards }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const key = `${measured?.room} ${columns.map(({ id }) => id).join(' ')}`
  const tooWide = excess.at === key ? excess.rem : 0
  const fitting =
    !measured || measured.isCards
      ? new Set(columns.map(({ id }) => id))
      : fitColumns(columns, measured.room - reserved - tooWide)

  const canShrink = columns.some(({ id, priority = 1 }) => priority > 1 && fitting.has(id))
  useEffect(() => {
    const table = frame.current?.querySelector('table')
    if (!measured || measured.isCards || !canShrink || !table) return
    const over = inRem(table.scrollWidth) - measured.room
    if (over > 0.1) setExcess({ at: key, rem: tooWide + over })
  })
  return { frame, fitting }
}

function inRem(pixels: number): number {
  return pixels / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
