import { type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react'

/** Longer than the pause within a double press, shorter than the one between two cards. */
const GUARD_MS = 400
const LOOK_MS = 200

/**
 * Ignores a press right after the cards have moved, and the second press of a double press. Does
 * not affect the keyboard.
 * @param cards the shown items, in order
 * @returns the props of the element around the cards
 */
export function usePressGuard(cards: readonly { id: string }[]) {
  const list = useRef<HTMLDivElement>(null)
  const guard = useRef({
    order: '',
    place: undefined as number | undefined,
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
  const heights = useRef(new WeakMap<Element, number>())
  /** Detects cards that have grown, and shifts of the whole list, as by a notice above it. */
  const look = useRef(() => {
    if (!list.current) return
    const { place: before, at } = guard.current
    const place = Math.round(list.current.getBoundingClientRect().top + scrollY)
    let hasMoved = before !== undefined && place !== before
    guard.current.place = place
    // The list's own height also changes when further cards are rendered.
    for (const card of list.current.querySelectorAll('li')) {
      const height = heights.current.get(card) ?? card.offsetHeight
      hasMoved ||= height !== card.offsetHeight
      heights.current.set(card, card.offsetHeight)
    }
    const now = performance.now()
    // Growth right after a press was caused by it, and is expected.
    if (hasMoved && now - at > GUARD_MS) guard.current.movedAt = now
  })
  useEffect(() => {
    look.current()
    const timer = setInterval(look.current, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  const around = {
    ref: list,
    onPointerDownCapture({ target, timeStamp }: PointerEvent) {
      look.current()
      const { movedAt, card: before, at } = guard.current
      const card = (target as Element).closest('li')
      const isSecond = card !== null && card === before && timeStamp - at < GUARD_MS
      // The list renders the letter links in a portal outside of its element.
      const isInList = list.current?.contains(target as Element) === true
      const isVoid = isInList && (isSecond || timeStamp - movedAt < GUARD_MS)
      Object.assign(guard.current, { card, at: timeStamp, isVoid })
    },
    onClickCapture(event: MouseEvent) {
      if (!guard.current.isVoid || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return around
}
