import { serverTime } from '@gatehouse/api-client/server-clock'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { NobodyFound } from './board-messages.tsx'
import { lettersFor, searchPeople } from './people.ts'
import { startOfQuarterHour } from './board-times.ts'
import { PeopleGrid } from './people-grid.tsx'
import { TickCard } from './person-card.tsx'
import { useSteady } from '../../lib/press.ts'
import { useRegionalPhone } from '../../lib/session-config.ts'

const MINUTE_MS = 60_000

interface RollCallProps {
  siteId: string
  /** The site's zone, in which times are shown. */
  timeZone: TimeZone
  people: readonly BoardPerson[]
  search: string
  /** People who are not shown. */
  without: ReadonlySet<string> | undefined
  onClear: () => void
  /** Where the letters stand. */
  letters: Element | null
  /** Asks why somebody is listed; undefined until that can be shown. */
  onWhy: ((personId: string) => void) | undefined
}

/** The people on site, as cards that can be ticked. */
export function RollCall({
  siteId,
  timeZone,
  people,
  search,
  without,
  onClear,
  letters,
  onWhy,
}: RollCallProps) {
  const language = useLanguage()
  const formatPhone = useRegionalPhone()
  const { t } = useLingui()
  const whyLabel = t`Why listed:`
  const deferredSearch = useDeferredValue(search)
  const found = useMemo(() => {
    const matching = searchPeople(people, deferredSearch)
    return without ? matching.filter(({ id }) => !without.has(id)) : matching
  }, [people, deferredSearch, without])
  const shown = useSteady(found)
  // `formatSince` depends on the day of `now`, which changes at the start of a quarter hour only.
  const now = startOfQuarterHour(serverTime(useNow(MINUTE_MS)))
  const renderCard = useCallback(
    (person: BoardPerson) => (
      <TickCard
        key={person.id}
        person={person}
        siteId={siteId}
        formatPhone={formatPhone}
        onWhy={onWhy}
        whyLabel={whyLabel}
        time={person.logDate && formatSince(person.logDate, now, language, timeZone)}
      />
    ),
    [siteId, timeZone, now, language, formatPhone, onWhy, whyLabel],
  )
  if (shown.length === 0) return <NobodyFound isEverybodyTicked={deferredSearch === ''} onClear={onClear} />
  return (
    <PeopleGrid
      people={shown}
      letters={lettersFor(people, deferredSearch, letters)}
      renderCard={renderCard}
    />
  )
}
