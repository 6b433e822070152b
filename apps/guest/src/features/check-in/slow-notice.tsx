import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** Shown where a call has had no response for some seconds. */
export function SlowNotice({ children }: { children?: ReactNode }) {
  return (
    <Notice kind="caution" title={<Trans>Waiting for a response. Please try again.</Trans>}>
      {children}
    </Notice>
  )
}
