import { type ComponentType, createContext, use, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { whenIdle } from '../when-idle.ts'
import { triggerClass } from './trigger-class.ts'
import type { TriggerProps } from './trigger.tsx'

const PREFETCH_AT_LATEST_MS = 5000
const PREFETCH_WITHOUT_IDLE_MS = 1000

/** Additional props of the fetched component. */
export interface OpenState {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Shows that something could not be opened, and offers a retry. */
export const TriggerFailureContext = createContext<
  ComponentType<{ retry: () => Promise<unknown>; onClose: () => void }> | undefined
>(undefined)

/**
 * Creates a button for a part whose code is too large for the page. The code is fetched when the
 * page is idle or the button is about to be used. If that fails, the component of
 * `TriggerFailureContext` shows it, and the next press retries.
 * @param fetchOpen fetches the component that renders the button and what it opens
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
      // Focus the button before the panel opens, so that the focus returns to it.
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
