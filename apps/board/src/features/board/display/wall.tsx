import { serverTime } from '@gatehouse/api-client/server-clock'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatClock, formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { CautionIcon } from '@gatehouse/ui/core/icons'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { Plural, Trans } from '@lingui/react/macro'
import { isStale } from '../people/board-times.ts'
import { countOnSite } from '../people/people.ts'
import styles from './display.module.css'
import { useQuietReload } from './use-quiet-reload.ts'
import { WallFrame } from './wall-frame.tsx'
import { WallName } from './wall-name.tsx'

interface WallProps {
  site: BoardSite
  people: readonly BoardPerson[]
  /** The time of the last response, in epoch milliseconds. */
  updatedAt: number
  onLeave: () => void
}

/** The list in wall mode: large names without numbers, on pages that turn automatically. */
export function Wall({ site, people, updatedAt, onLeave }: WallProps) {
  useQuietReload(true)
  const language = useLanguage()
  const timeZone = timeZoneOf(site.timeZone)
  const now = useNow(1000)
  const isOutdated = isStale(updatedAt, now)
  const clock = formatClock(serverTime(updatedAt), language, timeZone)
  const count = countOnSite(people).people
  return (
    <WallFrame
      timeZone={timeZone}
      items={people}
      onLeave={onLeave}
      head={
        <>
          <p className={styles.count}>
            <span className={styles.figure} translate="no">
              {count}
            </span>
            <span className={styles.words}>
              <Plural value={count} one="person on site" other="people on site" />
              <strong className={styles.site}>{site.name}</strong>
            </span>
          </p>
          {isOutdated && (
            <p className={styles.stale} translate="no">
              <CautionIcon size={28} />
              <Trans>Not updated since {clock}</Trans>
            </p>
          )}
        </>
      }
      renderTile={(person) => (
        <li key={person.id} className={styles.tile}>
          <WallName person={person} />
          {person.dependents > 0 && <b className={styles.dependents}>{`+ ${person.dependents}`}</b>}
          <p className={styles.detail}>
            {person.logDate && formatSince(person.logDate, serverTime(now), language, timeZone, false)}
          </p>
        </li>
      )}
    >
      {people.length === 0 && (
        <p className={styles.name}>
          <Trans>No one is on site</Trans>
        </p>
      )}
    </WallFrame>
  )
}
