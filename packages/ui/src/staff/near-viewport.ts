/** The assumed height of a screen. */
const SCREEN_PX = 800

type OnNear = () => () => void
const observed = new WeakMap<Element, { onNear: OnNear; onFar?: (() => void) | undefined }>()
const observers = new Map<number, IntersectionObserver>()

/**
 * Calls `onNear` when the element comes near the viewport, and the function it returned when the
 * element leaves. Elements with the same distance share one observer.
 * @param screens how far outside of the viewport counts as near
 * @returns a function that ends the observation
 */
export function observeNearViewport(element: Element, onNear: OnNear, screens = 1): () => void {
  const observer = observers.get(screens) ?? createObserver(screens)
  observers.set(screens, observer)
  observed.set(element, { onNear })
  observer.observe(element)
  return () => {
    observer.unobserve(element)
    observed.get(element)?.onFar?.()
    observed.delete(element)
  }
}

const createObserver = (screens: number) =>
  new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const callbacks = observed.get(target)
        if (!callbacks || isIntersecting === Boolean(callbacks.onFar)) continue
        if (isIntersecting) callbacks.onFar = callbacks.onNear()
        else {
          callbacks.onFar?.()
          callbacks.onFar = undefined
        }
      }
    },
    { rootMargin: `${screens * SCREEN_PX}px 0px` },
  )
