import { type MouseEvent, type PointerEvent, useCallback, useLayoutEffect, useRef } from 'react'

/** Longer than the pause within a double press, shorter than the one between two people. */
const GUARD_MS = 400

/**
 * Ignores a press right after the cards have moved, and the second one of a double press.
 * The keyboard is not affected.
 * @param cards what is shown, in its order
 * @returns the props of the element around the cards, and the `ref` of each element that moves them by its height
 */
export function usePressGuard(cards: readonly { id: string }[]) {
  const guard = useRef({
    order: '',
    movedAt: -GUARD_MS,
    card: null as Element | null,
    at: -GUARD_MS,
    isVoid: false,
  })
  useLayoutEffect(() => {
    const order = cards.map(({ id }) => id).join()
    if (order === guard.current.order) return
    if (guard.current.order !== '') guard.current.movedAt = performance.now()
    guard.current.order = order
  }, [cards])
  const above = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    let height = element.offsetHeight
    const observer = new ResizeObserver(() => {
      if (element.offsetHeight === height) return
      height = element.offsetHeight
      guard.current.movedAt = performance.now()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const around = {
    onPointerDownCapture({ target, timeStamp }: PointerEvent) {
      const { movedAt, card: before, at } = guard.current
      const card = (target as Element).closest('li')
      const isSecond = card !== null && card === before && timeStamp - at < GUARD_MS
      const isVoid = isSecond || timeStamp - movedAt < GUARD_MS
      Object.assign(guard.current, { card, at: timeStamp, isVoid })
    },
    onClickCapture(event: MouseEvent) {
      if (!guard.current.isVoid || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { above, around }
}
