import type { ReactNode } from 'react'
import type { Placement } from 'react-aria-components/Popover'
import { lazyTrigger } from './lazy-trigger.tsx'
import type { TriggerProps } from './trigger.tsx'

export interface PopoverProps extends TriggerProps {
  title: string
  /** Shows the title to screen readers only. */
  titleHidden?: boolean | undefined
  placement?: Placement | undefined
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A button that opens a small panel beside it, such as the notifications, or a filter with its own
 * Save.
 */
export const Popover = lazyTrigger<PopoverProps>(
  'dialog',
  async () => (await import('./open-popover.tsx')).OpenPopover,
)
