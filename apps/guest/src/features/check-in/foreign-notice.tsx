import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Notice } from '@gatehouse/ui/core/notice'

/** Shown where a proxy or the portal of a hotel's network has answered: what the visitor can do about it. */
export function ForeignNotice({ children }: { children?: ReactNode }) {
  return (
    <Notice kind="caution" title={<Trans>The network here answered instead of us.</Trans>}>
      <p>
        <Trans>If it asks you to sign in or to pay, do that first, or use mobile data. Then try again.</Trans>
      </p>
      {children}
    </Notice>
  )
}
