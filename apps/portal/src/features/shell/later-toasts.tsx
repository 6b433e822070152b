import { useEffect, useRef, useState, type ComponentType } from 'react'

interface LaterToastsProps {
  /** Calls the listener after each page that was drawn. Returns a function that removes the listener. */
  onPage: (listener: () => void) => () => void
}

/** Loads the toasts after the first page was drawn. When that fails, it tries again after the next page. */
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
