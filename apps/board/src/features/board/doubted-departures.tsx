import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { doubtedDeparturesQuery } from './people/queries.ts'

/** How many names are shown before the rest is expanded. */
const FIRST = 10

/**
 * Anyone who knows a name and mobile can sign in with them and check that person out. This notice
 * lists such departures.
 */
export function DoubtedDepartures({ site }: { site: BoardSite }) {
  const { data: people = [] } = useQuery(doubtedDeparturesQuery(site.id))
  const [isWhole, setIsWhole] = useState(false)
  const language = useLanguage()
  const timeZone = timeZoneOf(site.timeZone)
  if (people.length === 0) return null
  return (
    <Notice
      kind="caution"
      live="polite"
      title={<Trans>Left, reported by another phone</Trans>}
      action={
        !isWhole &&
        people.length > FIRST && (
          <Button onClick={() => setIsWhole(true)}>
            <Trans>Show all {people.length}</Trans>
          </Button>
        )
      }
    >
      <ul>
        {(isWhole ? people : people.slice(0, FIRST)).map(({ id, firstName, lastName, leftAt }) => (
          <li key={id}>
            {`${firstName} ${lastName}`.trim()}, {formatTime(leftAt, language, timeZone)}
          </li>
        ))}
      </ul>
      <Trans>It may not be theirs. Make sure that they have left.</Trans>
    </Notice>
  )
}
