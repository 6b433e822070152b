import { Tooltip } from '@gatehouse/ui/aria/tooltip'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime, formatSince } from '@gatehouse/i18n/format/zoned-times'
import styles from './signed-in-time.module.css'

interface SignedInTimeProps {
  time: string
  /** Of the site: what a clock on its wall shows. */
  timeZone: TimeZone
  /** The server's time, in epoch milliseconds. */
  now: number
}

/** When somebody signed in, in the site's own time; day and second on hover and on focus. */
export function SignedInTime({ time, timeZone, now }: SignedInTimeProps) {
  const language = useLanguage()
  return (
    <Tooltip text={formatExactTime(time, language, timeZone)}>
      <button type="button" className={styles.time}>
        <time dateTime={time}>{formatSince(time, now, language, timeZone)}</time>
      </button>
    </Tooltip>
  )
}
