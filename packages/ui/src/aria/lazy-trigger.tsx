import { type ComponentType, createContext, use, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { whenIdle } from '../when-idle.ts'
import { triggerClass } from './trigger-class.ts'
import type { TriggerProps } from './trigger.tsx'

const PREFETCH_AT_LATEST_MS = 5000
const PREFETCH_WITHOUT_IDLE_MS = 1000

/** What the fetched component gets besides. */
export interface OpenState {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Says that something could not be opened, and tries again. */
export const TriggerFailureContext = createContext<
  ComponentType<{ retry: () => Promise<unknown>; onClose: () => void }> | undefined
>(undefined)

/**
 * Makes a button that opens something whose code is larger than a page. The code is fetched when the page is idle or the button is about to
 * be used. When that fails, the component of `TriggerFailureContext` says so, and the next press tries again.
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
    const [hasFailed, setFailed] = useState(false)
    const Failure = use(TriggerFailureContext)
    useEffect(
      () => whenIdle(() => void fetchOrNothing(), PREFETCH_AT_LATEST_MS, PREFETCH_WITHOUT_IDLE_MS),
      [],
    )
    if (Fetched) return <Fetched {...props} isOpen={isOpen} onOpenChange={setOpen} />
    const open = async () => {
      const fetched = await fetchOrNothing()
      setFailed(!fetched)
      if (!fetched) return
      // The button has the focus before the panel opens, so the focus returns to it.
      flushSync(() => setFetched(() => fetched))
      setOpen(true)
    }
    const button = (
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
    return (
      <>
        {button}
        {hasFailed && Failure && <Failure retry={open} onClose={() => setFailed(false)} />}
      </>
    )
  }
}
