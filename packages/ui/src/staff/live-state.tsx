import type { ReactNode } from 'react'
import { StatusDot } from './status-dot.tsx'

export interface LiveStateProps {
  /** `polled`: updated at an interval. */
  state: 'polled' | 'live' | 'reconnecting' | 'stale'
  /** Text for the state. */
  children: ReactNode
}

/** Whether the screen is kept up to date. Announced if not. */
export function LiveState({ state, children }: LiveStateProps) {
  return (
    <span translate="no">
      {(state === 'live' || state === 'polled') && (
        <StatusDot kind={state === 'live' ? 'good' : 'neutral'}>{children}</StatusDot>
      )}
      <span role="status">
        {state === 'reconnecting' && <StatusDot kind="caution">{children}</StatusDot>}
        {state === 'stale' && <StatusDot kind="danger">{children}</StatusDot>}
      </span>
    </span>
  )
}
