import { NoResponseError } from '@gatehouse/api-client/api-error'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatClock } from '@gatehouse/i18n/format/zoned-times'
import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import type { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import { CautionIcon } from '@gatehouse/ui/core/icons'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { Plural, Trans } from '@lingui/react/macro'
import { useLanguage } from '@gatehouse/i18n/use-language'
import styles from './presence-summary.module.css'

export function PresenceCount({ visits, people }: { visits: number; people: number }) {
  return (
    <p className={styles.count}>
      <Plural value={visits} one="# visit" other="# visits" />,{' '}
      <Plural value={people} one="# person" other="# people" />
    </p>
  )
}

type WaitingKiosk = EndpointOutput<typeof listPresentEndpoint>['waiting'][number]

interface PresenceFreshnessProps {
  asOf: string
  /** In which the list tells its time. */
  timeZone: TimeZone
  refusedToday: number
  waiting: WaitingKiosk[]
  /** What the last try brought instead of a list. */
  failure: Error | null
}

export function PresenceFreshness({
  asOf,
  timeZone,
  refusedToday,
  waiting,
  failure,
}: PresenceFreshnessProps) {
  const language = useLanguage()
  const time = formatClock(asOf, language, timeZone)
  const isAway = failure instanceof NoResponseError
  return (
    <span className={styles.line}>
      <span>
        <Plural
          value={refusedToday}
          _0="Nobody refused today"
          one="# refused today"
          other="# refused today"
        />
      </span>
      {waiting.map((kiosk) => (
        <span key={`${kiosk.site_name} ${kiosk.method}`} className={styles.waiting}>
          <CautionIcon size={16} />
          <WaitingAt kiosk={kiosk} />
        </span>
      ))}
      {failure ? (
        <span className={styles.lost}>
          <CautionIcon size={16} />
          {isAway ? (
            <Trans>No connection. This is the list of {time}.</Trans>
          ) : (
            <Trans>The server had a problem. This is the list of {time}.</Trans>
          )}
        </span>
      ) : (
        <span>
          <Trans>Updated {time}</Trans>
        </span>
      )}
      <VisuallyHidden>
        <span role="status">
          {failure &&
            (isAway ? (
              <Trans>No connection. This is the last known list.</Trans>
            ) : (
              <Trans>The server had a problem. This is the last known list.</Trans>
            ))}
        </span>
      </VisuallyHidden>
    </span>
  )
}

/** What a kiosk has stored is not in the list yet. */
function WaitingAt({ kiosk: { method, site_name: site, sign_ins: count } }: { kiosk: WaitingKiosk }) {
  return (
    <span>
      <Plural value={count} one="# waiting" other="# waiting" /> · {method}, {site}
    </span>
  )
}
