import type { ReactNode } from 'react'
import { StatusDot } from './status-dot.tsx'

export interface LiveStateProps {
  /** `polled`: it is asked for at an interval. */
  state: 'polled' | 'live' | 'reconnecting' | 'stale'
  /** The state in words. */
  children: ReactNode
}

/** Whether what a screen shows is kept up to date. It is announced when it is not. */
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
