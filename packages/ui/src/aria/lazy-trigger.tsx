import { type ComponentType, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { triggerClass } from './trigger-class.ts'
import type { TriggerProps } from './trigger.tsx'

/** What the fetched component gets besides. */
export interface OpenState {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/**
 * Makes a button that opens something whose code is larger than a page. The code is fetched when the page is idle or the button is about to
 * be used. When that fails, the next press tries again.
 * @param fetchOpen fetches the component that draws the button and what it opens
 */
export function lazyTrigger<Props extends TriggerProps>(
  popup: 'dialog' | 'menu',
  fetchOpen: () => Promise<ComponentType<Props & OpenState>>,
): ComponentType<Props> {
  const fetchOrNothing = () => fetchOpen().catch(() => undefined)
  return function LazyTrigger(props: Props) {
    const { trigger, triggerLabel, triggerKind, isDisabled } = props
    const [Fetched, setFetched] = useState<ComponentType<Props & OpenState>>()
    const [isOpen, setOpen] = useState(false)
    useEffect(() => whenIdle(() => void fetchOrNothing()), [])
    if (Fetched) return <Fetched {...props} isOpen={isOpen} onOpenChange={setOpen} />
    const open = async () => {
      const fetched = await fetchOrNothing()
      if (!fetched) return
      // The button has the focus before the panel opens, so the focus returns to it.
      flushSync(() => setFetched(() => fetched))
      setOpen(true)
    }
    return (
      <button
        type="button"
        className={triggerClass(triggerKind)}
        aria-label={triggerLabel}
        aria-haspopup={popup}
        aria-expanded={false}
        disabled={isDisabled}
        onPointerEnter={() => void fetchOrNothing()}
        onFocus={() => void fetchOrNothing()}
        onClick={() => void open()}
      >
        {trigger}
      </button>
    )
  }
}

/** Safari has no `requestIdleCallback`. There it waits a second. */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(work)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 1000)
  return () => clearTimeout(timer)
}
