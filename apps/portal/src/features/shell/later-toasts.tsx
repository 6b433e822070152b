import { useEffect, useRef, useState, type ComponentType } from 'react'

interface LaterToastsProps {
  /** Tells when a page stands, and answers what stops the telling. */
  onPage: (listener: () => void) => () => void
}

/** The toasts, fetched once the first page stands; where they do not come, the next page asks again. */
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
