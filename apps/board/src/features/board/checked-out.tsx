import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { UseQueryResult } from '@tanstack/react-query'
import { PersonCard } from '@gatehouse/ui/staff/person-card'
import { Trans } from '@lingui/react/macro'
import { memo, useCallback, useDeferredValue } from 'react'
import { BoardFailed, LoadingBoard, NobodyFound, NobodyOut } from './people/board-messages.tsx'
import { lettersFor, searchPeople } from './people/people.ts'
import { PeopleGrid } from './people/people-grid.tsx'
import { type CardProps, COMPACT, letterProps, sharedPropsOf } from './people/person-card.tsx'
import { useReloadOnInvalidResponse } from '../../lib/query-errors.ts'
import { useRegionalPhone } from '../../lib/session-config.ts'

export interface CheckedOutProps {
  /** The query of the tab. */
  away: UseQueryResult<BoardPerson[]>
  /** The site's zone, in which times are shown. */
  timeZone: TimeZone
  search: string
  onClear: () => void
  /** Container of the letter links. */
  letters: Element | null
}

/** The people of the site who are not there, with the time when they were last seen. */
export function CheckedOut({ away, timeZone, search, onClear, letters }: CheckedOutProps) {
  useReloadOnInvalidResponse(away.error)
  const language = useLanguage()
  const formatPhone = useRegionalPhone()
  const deferredSearch = useDeferredValue(search)
  const people = away.data
  const renderCard = useCallback(
    (person: BoardPerson, letter?: string) => (
      <AwayCard
        key={person.id}
        letter={letter}
        person={person}
        formatPhone={formatPhone}
        language={language}
        timeZone={timeZone}
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
  return (
    <div data-compact>
      <PeopleGrid
        people={shown}
        letters={lettersFor(people, deferredSearch, letters)}
        renderCard={renderCard}
        isContinuous
      />
    </div>
  )
}

/** The card of a person who is not on site. */
const AwayCard = memo(function AwayCard({
  person,
  letter,
  language,
  timeZone,
  formatPhone,
}: CardProps & { letter: string | undefined }) {
  const time = person.logDate && formatDateTime(person.logDate, language, timeZone)
  return (
    <PersonCard
      {...sharedPropsOf(person, formatPhone, COMPACT)}
      letter={letterProps(letter)}
      aside={time === null ? <Trans>Never seen</Trans> : <Trans>Last seen {time}</Trans>}
    />
  )
})
