import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { Mark } from '@gatehouse/validation/muster'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import type { KeptMuster } from './storage.ts'

export interface MarkWords {
  /** Who made a mark. */
  who: (mark: Mark) => string
  /** The time of day at the site. */
  when: (time: string) => string
}

/** How marks are told: who made them, and when. */
export function useMarkWords({ wardens }: Pick<KeptMuster, 'wardens'>, timeZone: TimeZone): MarkWords {
  const { t } = useLingui()
  const language = useLanguage()
  const who = useCallback(
    ({ by, received_at }: Mark) =>
      wardens.find(({ id }) => id === by)?.name ??
      (received_at === null ? t`you` : t`an administrator of the installation`),
    [wardens, t],
  )
  const when = useCallback((time: string) => formatTime(time, language, timeZone), [language, timeZone])
  return useMemo(() => ({ who, when }), [who, when])
}
