import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue } from 'react'
import { BoardFailed, NobodyFound, NobodyOut } from './board-messages.tsx'
import { CardSkeletons } from './card-skeletons.tsx'
import { searchPeople } from './people.ts'
import { PeopleGrid } from './people-grid.tsx'
import { AwayCard } from './person-card.tsx'
import { useNewVersion } from '../../lib/use-new-version.ts'
import { usePhone } from '../../lib/use-phone.ts'
import { boardQuery } from './queries.ts'

interface CheckedOutProps {
  siteId: string
  /** Of the site, in which times are told. */
  timeZone: TimeZone
  search: string
  onClear: () => void
}

/** The site's own people who are not there, with when they were last seen. */
export function CheckedOut({ siteId, timeZone, search, onClear }: CheckedOutProps) {
  const away = useQuery(boardQuery(siteId, 'out'))
  useNewVersion(away.error)
  const language = useLanguage()
  const phone = usePhone()
  const wanted = useDeferredValue(search)
  const people = away.data
  const draw = useCallback(
    (person: BoardPerson) => (
      <AwayCard
        key={person.id}
        person={person}
        phone={phone}
        time={person.logDate && formatDateTime(person.logDate, language, timeZone)}
      />
    ),
    [timeZone, language, phone],
  )
  if (!people) {
    return away.isError ? (
      <BoardFailed error={away.error} isBusy={away.isFetching} onRetry={() => void away.refetch()} />
    ) : (
      <CardSkeletons />
    )
  }
  if (people.length === 0) return <NobodyOut />
  const shown = searchPeople(people, wanted)
  if (shown.length === 0) return <NobodyFound onClear={onClear} />
  return <PeopleGrid people={shown} outOf={people.length} draw={draw} />
}
