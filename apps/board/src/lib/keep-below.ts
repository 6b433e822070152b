/** Between what stays in view and what is scrolled to. */
const GAP_PX = 8

/** The part that counts: the next one may be drawn before this one goes. */
let owner: Element | undefined

/**
 * Whatever gets the focus, or is scrolled to, stands below a part that stays in view at the top (WCAG 2.4.11), however high that part is. On a low
 * screen only its row with `data-slim` stays. A callback ref of the part.
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
