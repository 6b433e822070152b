import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import type { listPresentEndpoint } from '@gatehouse/validation/endpoints/presence'
import { CautionIcon } from '@gatehouse/ui/core/icons'
import { Plural } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import styles from './presence-summary.module.css'
import { lazyDetail } from '../../lib/lazy-part.tsx'

const Freshness = lazyDetail(() => import('../../lib/freshness/freshness.tsx'), 'Freshness')

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
  /** The zone of the list's times. */
  timeZone: TimeZone
  refusedToday: number
  /** Visits of the last days that a rule has closed. */
  assumedLeft: number
  waiting: WaitingKiosk[]
  /** The error of the last attempt. */
  failure: Error | null
}

export function PresenceFreshness({
  asOf,
  timeZone,
  refusedToday,
  assumedLeft,
  waiting,
  failure,
}: PresenceFreshnessProps) {
  return (
    <span className={styles.line}>
      <span>
        <Plural
          value={refusedToday}
          _0="No one refused today"
          one="# refused today"
          other="# refused today"
        />
      </span>
      {assumedLeft > 0 && (
        <Link
          className={styles.link}
          from="/checked_in_users"
          to="."
          search={(before) => ({ ...before, state: 'assumed_left' })}
        >
          <Plural value={assumedLeft} one="# probably left" other="# probably left" />
        </Link>
      )}
      {waiting.map((kiosk) => (
        <span key={`${kiosk.site_name} ${kiosk.method}`} className={styles.waiting}>
          <CautionIcon size={16} />
          <WaitingAt kiosk={kiosk} />
        </span>
      ))}
      <Freshness asOf={asOf} timeZone={timeZone} failure={failure} />
    </span>
  )
}

/** Sign-ins stored by a kiosk are not in the list yet. */
function WaitingAt({ kiosk: { method, site_name: site, sign_ins: count } }: { kiosk: WaitingKiosk }) {
  return (
    <span>
      <Plural value={count} one="# waiting" other="# waiting" /> · {method}, {site}
    </span>
  )
}
