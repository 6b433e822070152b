import { useEffect, useRef, useState, type ComponentType } from 'react'

interface LaterToastsProps {
  /**
   * Calls the listener after each rendered page.
   * @returns a function that removes the listener
   */
  onPage: (listener: () => void) => () => void
}

/**
 * Loads the toasts after the first page was rendered, and retries after the next page on failure.
 */
export function LaterToasts({ onPage }: LaterToastsProps) {
  const [Toasts, setToasts] = useState<ComponentType>()
  const watch = useRef(onPage)
  useEffect(
    () =>
      watch.current(
        () =>
          void import('./toasts.tsx').then(
            ({ Toasts: fetched }) => setToasts(() => fetched),
            () => undefined,
          ),
      ),
    [],
  )
  return Toasts && <Toasts />
}
