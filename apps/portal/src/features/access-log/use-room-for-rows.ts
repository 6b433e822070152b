import { useLayoutEffect, useRef, useState } from 'react'

const LEAST = 5

/** How many rows of the list in an element fit into its height, and never fewer than five. */
export function useRoomForRows() {
  const room = useRef<HTMLDivElement>(null)
  const [rows, setRows] = useState(LEAST)
  useLayoutEffect(() => {
    const element = room.current
    if (!element) return
    const measure = () => {
      const list = element.querySelector('ul')
      if (!list?.firstElementChild) return
      const outer = element.getBoundingClientRect()
      const { top, left } = list.getBoundingClientRect()
      // Rows are stretched, and their contents are not. The list is as far from the lower edge as from the sides.
      const { paddingBlock } = getComputedStyle(list.firstElementChild)
      const contents = Array.from(list.children, ({ firstElementChild: text }) => text?.clientHeight ?? 0)
      const height = Math.max(...contents) + 2 * Number.parseFloat(paddingBlock) + 1
      setRows(Math.max(LEAST, Math.floor((outer.bottom - top - (left - outer.left)) / height)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  })
  return { room, rows }
}
