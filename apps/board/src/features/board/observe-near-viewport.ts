/** How far outside of the screen counts as near. */
const MARGIN = '400px 0px'

type Visit = () => () => void
const visits = new WeakMap<Element, { begin: Visit; end?: (() => void) | undefined }>()
let observer: IntersectionObserver | undefined

/** Calls `begin` whenever the element comes near the screen, and what that answered whenever it goes. One observer serves all. */
export function observeNearViewport(element: Element, begin: Visit): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const visit = visits.get(target)
        if (!visit || isIntersecting === Boolean(visit.end)) continue
        if (isIntersecting) visit.end = visit.begin()
        else {
          visit.end?.()
          visit.end = undefined
        }
      }
    },
    { rootMargin: MARGIN },
  )
  visits.set(element, { begin })
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    visits.get(element)?.end?.()
    visits.delete(element)
  }
}
