import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { NobodyFound } from './board-messages.tsx'
import { searchPeople } from './people.ts'
import { startOfQuarter } from './quarter-hour.ts'
import { PeopleGrid } from './people-grid.tsx'
import { TickCard } from './person-card.tsx'
import { usePhone } from '../../lib/use-phone.ts'

const MINUTE_MS = 60_000

interface RollCallProps {
  siteId: string
  /** Of the site, in which times are told. */
  timeZone: TimeZone
  people: readonly BoardPerson[]
  search: string
  /** Leaves these people out. */
  without: ReadonlySet<string> | undefined
  onClear: () => void
}

/** Everybody on site, as cards to be ticked. */
export function RollCall({ siteId, timeZone, people, search, without, onClear }: RollCallProps) {
  const language = useLanguage()
  const phone = usePhone()
  const wanted = useDeferredValue(search)
  const shown = useMemo(() => {
    const found = searchPeople(people, wanted)
    return without ? found.filter(({ id }) => !without.has(id)) : found
  }, [people, wanted, without])
  // Whether a sign-in was today is asked anew with each quarter of an hour, at one of which every day begins.
  const now = startOfQuarter(useNow(MINUTE_MS))
  const draw = useCallback(
    (person: BoardPerson) => (
      <TickCard
        key={person.id}
        person={person}
        siteId={siteId}
        phone={phone}
        time={person.logDate && formatSince(person.logDate, now, language, timeZone)}
      />
    ),
    [siteId, timeZone, now, language, phone],
  )
  if (shown.length === 0) return <NobodyFound isCounted={wanted === ''} onClear={onClear} />
  return <PeopleGrid people={shown} outOf={people.length} draw={draw} />
}
