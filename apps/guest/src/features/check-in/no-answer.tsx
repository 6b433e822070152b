import type { Stranger } from '@gatehouse/api-client/api-error'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** A call that a proxy answered in place of the server is repeated after this time. */
export const AGAIN_MS = 5000

interface NoAnswerProps {
  /** What responded in place of the server; undefined if nothing did. */
  stranger?: Stranger | undefined
  children?: ReactNode
}

/** Shown if the server has not answered a call: why, and what the visitor can do. */
export function NoAnswer({ stranger, children }: NoAnswerProps) {
  return (
    <Notice kind="caution" title={titles[stranger ?? 'nothing']}>
      {stranger === 'network' && (
        <p>
          <Trans>
            If it asks you to sign in or to pay, do that first, or use mobile data. Then try again.
          </Trans>
        </p>
      )}
      {children}
    </Notice>
  )
}

const titles: Record<Stranger | 'nothing', ReactNode> = {
  nothing: <Trans>Waiting for a response. Please try again.</Trans>,
  gateway: <Trans>The sign-in service isn’t responding at the moment.</Trans>,
  network: <Trans>The network here answered instead of us.</Trans>,
}
