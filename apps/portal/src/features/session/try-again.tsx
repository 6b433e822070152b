import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { formatWait } from '../../lib/wait.ts'

interface TryAgainProps {
  /** In epoch milliseconds. */
  at: number
  /** Why there is a wait. */
  title: ReactNode
}

/** Says in how many minutes the next attempt is possible, then disappears. */
export function TryAgain({ at, title }: TryAgainProps) {
  const language = useLanguage()
  const seconds = (at - useNow(1000)) / 1000
  if (seconds <= 0) return null
  const wait = formatWait(seconds, language)
  return (
    <Notice kind="caution" live="polite" title={title}>
      <Trans>You can try again {wait}.</Trans>
    </Notice>
  )
}
