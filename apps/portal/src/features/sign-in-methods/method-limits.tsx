import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Notice } from '@gatehouse/ui/core/notice'
import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { Trans, useLingui } from '@lingui/react/macro'
import { guestLimitLabels } from '../../lib/labels/vocabulary-labels.ts'

/** What limits refused to guests in the last minutes. */
export function MethodLimits({ method: { limited, type, time_zone: zone } }: { method: SignInMethod }) {
  const { t } = useLingui()
  const language = useLanguage()
  return limited.map(({ what, since }) => (
    <Notice
      key={what}
      kind="caution"
      title={
        <Trans>
          {t(guestLimitLabels[what])} limited since {formatTime(new Date(since), language, timeZoneOf(zone))}
        </Trans>
      }
    >
      {type === 'kiosk' && what === 'sign_out_search' && <Trans>Paired tablets have their own limits.</Trans>}
    </Notice>
  ))
}
