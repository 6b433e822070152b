import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { CARDS } from '../staff/table.tsx'
import { fitColumns, neededRoom, rankOf, type ColumnLayout } from './list-column.ts'

interface Measured {
  /** In rem, so that larger text leaves room for fewer columns. */
  room: number
  tableWidth: number
  isCards: boolean
}

/**
 * The columns that have room in a frame. It is measured before the first paint and with every change of its width. Where the
 * contents turn out wider than the columns say, further columns give way. Those that a reader has pinned do not: where they have no room,
 * the table is wider than the frame. Where rows are cards, only columns that no card shows are left out.
 * @param reserved room that is taken by ticks and row menus, in rem
 */
export function useFittingColumns(
  columns: readonly ColumnLayout[],
  reserved: number,
): {
  frame: RefObject<HTMLDivElement | null>
  fitting: ReadonlySet<string>
  isTable: boolean
  /** In rem, where the table is wider than its frame; it scrolls sideways then. */
  fullWidth: number | undefined
  /** No further column can give way, so words do. */
  breaksWords: boolean
} {
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

  const key = `${measured?.room} ${columns.map(({ id, isPinned }) => `${id}${isPinned}`).join(' ')}`
  const tooWide = excess.at === key ? excess.rem : 0
  const fitting =
    !measured || measured.isCards
      ? new Set(columns.filter(({ onPhone }) => onPhone !== 'hidden').map(({ id }) => id))
      : fitColumns(columns, measured.room - reserved - tooWide)

  const isTable = measured !== undefined && !measured.isCards
  const needed = neededRoom(columns.filter(({ id }) => fitting.has(id))) + reserved
  const isWide = isTable && columns.some(({ isPinned }) => isPinned) && needed > measured.room
  const wasWide = useRef(false)
  const canShrink = columns.some((column) => rankOf(column) > 1 && fitting.has(column.id))
  useLayoutEffect(() => {
    const table = tableOf(frame.current)
    // The columns have the widths of the wide table until they are shared out again, which is measured too.
    const isOutdated = wasWide.current
    wasWide.current = isWide
    // Before the widths are shared out, a word that will be broken still takes the room of others. Sharing is measured too.
    if (!measured || measured.isCards || !canShrink || !table?.hasAttribute('data-shared') || isOutdated)
      return
    // What was measured may be older than the columns that stand there now.
    const over = inRem(table.offsetWidth) - measured.room
    if (over > 0.1) setExcess({ at: key, rem: tooWide + over })
  }, [measured, canShrink, key, tooWide, isWide])
  return { frame, fitting, isTable, fullWidth: isWide ? needed : undefined, breaksWords: !canShrink }
}

function tableOf(frame: HTMLElement | null): HTMLTableElement | null {
  return frame?.querySelector('table') ?? null
}

function inRem(pixels: number): number {
  return pixels / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
