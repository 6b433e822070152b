import { serverTime } from '@gatehouse/api-client/server-clock'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatSince } from '@gatehouse/i18n/format/zoned-times'
import type { Language } from '@gatehouse/validation/vocabulary'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { NobodyFound } from './people/board-messages.tsx'
import { lettersFor, searchPeople } from './people/people.ts'
import { PeopleGrid } from './people/people-grid.tsx'
import { TickCard } from './people/person-card.tsx'
import { useTicks } from './people/ticks.ts'
import { useKeptPlaces } from '../../lib/kept-places.ts'
import { usePressGuard } from '../../lib/press-guard.ts'
import { useSteady } from '../../lib/press.ts'
import { useRegionalPhone } from '../../lib/session-config.ts'

const MINUTE_MS = 60_000

interface RollCallProps {
  siteId: string
  /** The site's zone, in which times are shown. */
  timeZone: TimeZone
  people: readonly BoardPerson[]
  search: string
  /** Ticked people are hidden. */
  isUncountedOnly: boolean
  onClear: () => void
  /** Container of the letter links. */
  letters: Element | null
  /** The marks of the cards are shown. */
  isCounting: boolean
  /** Shows why a person is listed; undefined until its part is loaded. */
  onWhy: ((personId: string) => void) | undefined
}

/** The people on site, as cards that can be ticked. */
export function RollCall({
  siteId,
  timeZone,
  people,
  search,
  isUncountedOnly,
  onClear,
  letters,
  isCounting,
  onWhy,
}: RollCallProps) {
  // The list needs the ticks only if it hides ticked people.
  const without = useTicks(isUncountedOnly ? siteId : undefined)
  const language = useLanguage()
  const formatPhone = useRegionalPhone()
  const { t } = useLingui()
  const whyLabel = t`Why listed:`
  const deferredSearch = useDeferredValue(search)
  const found = useMemo(() => searchPeople(people, deferredSearch), [people, deferredSearch])
  const isMatching = useCallback(({ id }: BoardPerson) => !without.has(id), [without])
  const shown = useSteady(useKeptPlaces(found, isMatching, `${isUncountedOnly} ${deferredSearch}`))
  const around = usePressGuard(shown)
  const now = useToday(language, timeZone)
  const renderCard = useCallback(
    (person: BoardPerson, letter?: string) => (
      <TickCard
        key={person.id}
        person={person}
        siteId={siteId}
        letter={letter}
        formatPhone={formatPhone}
        onWhy={onWhy}
        whyLabel={whyLabel}
        now={now}
        language={language}
        timeZone={timeZone}
      />
    ),
    [siteId, timeZone, now, language, formatPhone, onWhy, whyLabel],
  )
  if (shown.length === 0) return <NobodyFound isEverybodyTicked={deferredSearch === ''} onClear={onClear} />
  return (
    <div {...around} data-compact data-counting={isCounting || undefined}>
      <PeopleGrid
        people={shown}
        letters={lettersFor(people, deferredSearch, letters)}
        renderCard={renderCard}
        isContinuous
      />
    </div>
  )
}

/**
 * A time of today at the site, constant until the day ends: a new value renders every card again.
 */
function useToday(language: Language, timeZone: TimeZone): number {
  const now = serverTime(useNow(MINUTE_MS))
  const [today, setToday] = useState(now)
  // A time of another day is formatted with its day.
  const write = (asOf: number) => formatSince(today, asOf, language, timeZone)
  if (write(now) !== write(today)) setToday(now)
  return today
}
