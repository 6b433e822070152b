import type { Stranger } from '@gatehouse/api-client/api-error'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** After this time a call that a proxy answered in place of the server is sent again. */
export const AGAIN_MS = 5000

interface NoAnswerProps {
  /** What has answered in place of the server; undefined where nothing has. */
  stranger?: Stranger | undefined
  children?: ReactNode
}

/** Shown where the server has not answered a call: why, and what the visitor can do about it. */
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
  gateway: <Trans>The sign-in service does not answer at the moment.</Trans>,
  network: <Trans>The network here answered instead of us.</Trans>,
}
