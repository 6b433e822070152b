import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { ExactTime } from '@gatehouse/ui/list/exact-time'
import { Trans } from '@lingui/react/macro'

/** A time by the clock of the reader, or that there was none. */
export function Moment({ at }: { at: string | null }) {
  const language = useLanguage()
  if (at === null) return <Trans>Never</Trans>
  return (
    <ExactTime
      time={at}
      label={formatDateTime(new Date(at), language, ownTimeZone())}
      exact={formatExactTime(at, language, ownTimeZone())}
    />
  )
}
