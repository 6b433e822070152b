import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { formatWait } from '../../lib/wait.ts'

/** Says when another try is welcome, by the minute; gone once it is. `at` is in epoch milliseconds. */
export function TryAgain({ at }: { at: number }) {
  const language = useLanguage()
  const seconds = (at - useNow(1000)) / 1000
  if (seconds <= 0) return null
  const wait = formatWait(seconds, language)
  return (
    <Notice kind="caution" live="polite" title={<Trans>Too many attempts</Trans>}>
      <Trans>You can try again {wait}.</Trans>
    </Notice>
  )
}
