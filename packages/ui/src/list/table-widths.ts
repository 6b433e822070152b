import { shareWidths, type ColumnWidths } from './list-column.ts'

/** A longer word is broken, so that it does not take the room of other columns; in rem. */
const LONGEST_WORD = 12

/**
 * Shares the width of a frame out to the columns of the table in it, by their contents: now, and before the next paint whenever the cells
 * or the typeface change, and in the next frame after the width has. The table has a `<col>` for each column; one with `data-fixed` takes no more than it needs,
 * or as many rem as it says. `data-full-width` of the frame is that of the table in rem, where it scrolls sideways; with `data-breaks-words` the table is
 * never wider than its frame. CSS cannot do this: the automatic layout of a table shares by the longest cell, and a fixed one does not see the contents.
 * @returns what ends it, and leaves the widths to the browser
 */
export function shareTableWidths(frame: HTMLElement): () => void {
  const table = frame.querySelector('table')
  if (!table) return () => undefined
  let columns: ColumnWidths[] = []
  const share = () => {
    const full = Number(frame.dataset['fullWidth'] ?? 0) * remInPixels()
    const widths = shareWidths(columns, Math.max(full, frame.clientWidth), 'breaksWords' in frame.dataset)
    for (const [at, col] of colsOf(table).entries()) col.style.width = `${widths[at]}px`
    table.toggleAttribute('data-shared', true)
  }
  const measure = () => {
    columns = measureColumns(table)
    share()
  }
  measure()
  const contents = new MutationObserver(measure)
  contents.observe(table, { childList: true, characterData: true, subtree: true })
  // A frame later, because the widths change the height of what is observed.
  let sharing = 0
  const room = new ResizeObserver(() => {
    cancelAnimationFrame(sharing)
    sharing = requestAnimationFrame(share)
  })
  room.observe(frame)
  document.fonts.addEventListener('loadingdone', measure)
  return () => {
    contents.disconnect()
    room.disconnect()
    cancelAnimationFrame(sharing)
    document.fonts.removeEventListener('loadingdone', measure)
    release(table)
  }
}

/** How wide each column must be and would like to be, in pixels. The name of a column wraps before its contents do. */
function measureColumns(table: HTMLTableElement): ColumnWidths[] {
  const rem = remInPixels()
  release(table)
  table.dataset['measure'] = 'least'
  const least = cellWidths(table.tHead?.rows[0])
  table.dataset['measure'] = 'natural'
  const natural = cellWidths(table.tBodies[0]?.rows[0])
  delete table.dataset['measure']
  const cols = colsOf(table)
  return least.map((width, at) => {
    const fixed = cols[at]?.dataset['fixed']
    if (fixed) return { least: Number(fixed) * rem, natural: Number(fixed) * rem, isFixed: true }
    const shortest = Math.min(width, LONGEST_WORD * rem)
    return {
      least: shortest,
      natural: Math.max(shortest, natural[at] ?? 0),
      isFixed: fixed !== undefined,
    }
  })
}

/** Leaves the widths to the browser. */
function release(table: HTMLTableElement): void {
  table.removeAttribute('data-shared')
  for (const col of colsOf(table)) col.style.width = ''
}

function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

function colsOf(table: HTMLTableElement): HTMLTableColElement[] {
  return [...table.querySelectorAll('col')]
}

function cellWidths(row: HTMLTableRowElement | undefined): number[] {
  return [...(row?.cells ?? [])].map((cell) => Math.ceil(cell.getBoundingClientRect().width))
}
