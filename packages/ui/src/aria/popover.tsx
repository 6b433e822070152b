import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Placement } from 'react-aria-components/Popover'
import type { OpenPopoverProps } from './open-popover.tsx'
import { triggerClass } from './trigger-class.ts'
import type { TriggerProps } from './trigger.tsx'

export interface PopoverProps extends TriggerProps {
  title: string
  /** Keeps the title for screen readers only. */
  titleHidden?: boolean | undefined
  placement?: Placement | undefined
  children: ReactNode | ((close: () => void) => ReactNode)
}

function fetchPopover(): Promise<ComponentType<OpenPopoverProps> | undefined> {
  return import('./open-popover.tsx').then(
    ({ OpenPopover }) => OpenPopover,
    () => undefined,
  )
}

/**
 * A button that opens a small panel beside itself: the bell's list, a filter with its own Save. The code of the panel is larger
 * than a page. It is loaded when the page is idle or the panel is about to be used. When that fails, the next press tries again.
 */
export function Popover(props: PopoverProps) {
  const { trigger, triggerLabel, triggerKind, isDisabled } = props
  const [Fetched, setFetched] = useState<ComponentType<OpenPopoverProps>>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => whenIdle(() => void fetchPopover()), [])
  if (Fetched) return <Fetched {...props} isOpen={isOpen} onOpenChange={setOpen} />
  const open = async () => {
    const fetched = await fetchPopover()
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
      aria-haspopup="dialog"
      aria-expanded={false}
      disabled={isDisabled}
      onPointerEnter={() => void fetchPopover()}
      onFocus={() => void fetchPopover()}
      onClick={() => void open()}
    >
      {trigger}
    </button>
  )
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
