/** Gap between the sticky part and a scroll target. */
const GAP_PX = 8

/** The current sticky part: the next one may mount before this one unmounts. */
let owner: Element | undefined

/**
 * Callback ref of a sticky part at the top. Sets `scroll-padding-top` to its height, so that it
 * does not cover focused or scrolled-to elements (WCAG 2.4.11). On a low screen only its
 * `data-slim` row is sticky.
 */
export function keepBelow(top: Element | null): (() => void) | undefined {
  if (!top) return undefined
  const { style } = document.documentElement
  owner = top
  const parts = [top, ...top.querySelectorAll('[data-slim]')]
  const observer = new ResizeObserver(() => {
    const kept = parts.find((part) => getComputedStyle(part).position === 'sticky')
    style.scrollPaddingTop = kept ? `${kept.getBoundingClientRect().height + GAP_PX}px` : '0'
  })
  for (const part of parts) observer.observe(part)
  return () => {
    observer.disconnect()
    if (owner !== top) return
    owner = undefined
    style.scrollPaddingTop = ''
  }
}
