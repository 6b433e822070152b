import type { PresentPerson } from '@gatehouse/validation/endpoints/presence'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { Badge } from '@gatehouse/ui/core/badge'
import { Cell, TableRow } from '@gatehouse/ui/staff/table'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { MobileNumber } from '../../lib/mobile-number.tsx'
import { SignedInTime } from './signed-in-time.tsx'
import { formatStay, minutesOnSite } from './time-on-site.ts'
import styles from './presence-row.module.css'

interface PresenceRowProps {
  person: PresentPerson
  /** The server's time, in epoch milliseconds. */
  now: number
  /** Writes a number as people of the region read it. */
  phone: (e164: string) => string
}

export function PresenceRow({ person, now, phone }: PresenceRowProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const kind = person.kind === 'visitor' ? t`Visitor` : t`Staff`
  return (
    <TableRow>
      <Cell isTitle>
        {/* Who is on site for longer than the client keeps names has none. */}
        {person.first_name || person.last_name ? (
          `${person.first_name} ${person.last_name}`
        ) : (
          <Trans>Name deleted</Trans>
        )}
      </Cell>
      <Cell label={t`Role`}>
        <span>
          {kind}
          {person.role !== null && <span className={styles.quiet}> · {person.role}</span>}
        </span>
      </Cell>
      <Cell label={t`Site`}>{person.site_name}</Cell>
      <Cell label={t`Method`}>{person.method ?? '–'}</Cell>
      <Cell label={t`Signed in`}>
        <SignedInTime time={person.signed_in_at} timeZone={timeZoneOf(person.time_zone)} now={now} />
      </Cell>
      <Cell label={t`Time on site`} align="end">
        <span className={styles.whole}>{formatStay(minutesOnSite(person.signed_in_at, now), language)}</span>
      </Cell>
      <Cell label={t`Mobile`}>
        <MobileNumber mobile={person.mobile} isMasked={person.mobile_masked} phone={phone} />
      </Cell>
      <Cell label={t`Dependants`} align="end">
        {person.dependents}
      </Cell>
      <Cell label={t`State`}>
        {person.state === 'overdue' ? (
          <Badge kind="caution">
            <Trans>Overdue</Trans>
          </Badge>
        ) : (
          <Badge kind="good">
            <Trans>On site</Trans>
          </Badge>
        )}
      </Cell>
    </TableRow>
  )
}
