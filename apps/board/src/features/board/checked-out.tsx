import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useDeferredValue } from 'react'
import { BoardFailed, LoadingBoard, NobodyFound, NobodyOut } from './board-messages.tsx'
import { searchPeople } from './people.ts'
import { PeopleGrid } from './people-grid.tsx'
import { AwayCard } from './person-card.tsx'
import { useReloadOnInvalidResponse } from '../../lib/query-errors.ts'
import { useRegionalPhone } from '../../lib/session-config.ts'

interface CheckedOutProps {
  /** The query of the tab. */
  away: UseQueryResult<BoardPerson[]>
  /** The site's zone, in which times are shown. */
  timeZone: TimeZone
  search: string
  onClear: () => void
}

/** The people of the site who are not there, with the time when they were last seen. */
export function CheckedOut({ away, timeZone, search, onClear }: CheckedOutProps) {
  useReloadOnInvalidResponse(away.error)
  const language = useLanguage()
  const formatPhone = useRegionalPhone()
  const deferredSearch = useDeferredValue(search)
  const people = away.data
  const renderCard = useCallback(
    (person: BoardPerson) => (
      <AwayCard
        key={person.id}
        person={person}
        formatPhone={formatPhone}
        time={person.logDate && formatDateTime(person.logDate, language, timeZone)}
      />
    ),
    [timeZone, language, formatPhone],
  )
  if (!people) {
    return away.isError ? (
      <BoardFailed error={away.error} isBusy={away.isFetching} onRetry={() => void away.refetch()} />
    ) : (
      <LoadingBoard />
    )
  }
  if (people.length === 0) return <NobodyOut />
  const shown = searchPeople(people, deferredSearch)
  if (shown.length === 0) return <NobodyFound onClear={onClear} />
  return <PeopleGrid people={shown} outOf={people.length} renderCard={renderCard} />
}
