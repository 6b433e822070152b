import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { doubtedDeparturesQuery } from './queries.ts'

/** Anybody can sign in with the name and mobile of somebody who is there, and then check them out. */
export function DoubtedDepartures({ site }: { site: BoardSite }) {
  const { data: people = [] } = useQuery(doubtedDeparturesQuery(site.id))
  const language = useLanguage()
  const timeZone = timeZoneOf(site.timeZone)
  if (people.length === 0) return null
  return (
    <Notice kind="caution" live="polite" title={<Trans>Left, told by another phone</Trans>}>
      <ul>
        {people.map(({ id, firstName, lastName, leftAt }) => (
          <li key={id}>
            {`${firstName} ${lastName}`.trim()}, {formatTime(leftAt, language, timeZone)}
          </li>
        ))}
      </ul>
      <Trans>It is not the phone that signed them in. Make sure that they have left.</Trans>
    </Notice>
  )
}
