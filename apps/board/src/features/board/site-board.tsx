import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { Button } from '@gatehouse/ui/core/button'
import { CautionIcon } from '@gatehouse/ui/core/icons'
import { useDocumentTitle } from '@gatehouse/ui/core/use-document-title.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { keepBelow } from '../../lib/keep-below.ts'
import { BoardFailed, LoadingBoard, NobodyOnSite } from './people/board-messages.tsx'
import { BoardTools } from './board-tools.tsx'
import { DoubtedDepartures } from './doubted-departures.tsx'
import { countOnSite } from './people/people.ts'
import { boardQuery, type BoardTab } from './people/queries.ts'
import { RollCall } from './roll-call.tsx'
import styles from './site-board.module.css'
import { useSearch } from './people/site-search.ts'
import { StatusBar } from './status-bar.tsx'
import { useHasTicks } from './people/ticks.ts'
import type { Later } from './use-later.ts'

interface SiteBoardProps {
  site: BoardSite
  /** Undefined until it is loaded. */
  later: Later | undefined
  tab: BoardTab
  /** Undefined if there is only the list. */
  onTab?: (tab: BoardTab) => void
  onWall?: () => void
}

/** The list of one site. The number of people on site is updated on both tabs. */
export function SiteBoard({ site, later, tab, onTab, onWall }: SiteBoardProps) {
  const board = useQuery(boardQuery(site.id, 'in'))
  const people = board.data
  const hasTicks = useHasTicks(site.id)
  const [search, setSearch] = useSearch()
  const [why, setWhy] = useState<string>()
  const [isStarting, setStarting] = useState(false)
  const [past, setPast] = useState<Muster>()
  const [letters, setLetters] = useState<Element | null>(null)
  const [isUncountedOnly, setUncountedOnly] = useState(false)
  const [hasStartedCount, setStartedCount] = useState(false)
  const timeZone = timeZoneOf(site.timeZone)
  const onSite = useMemo(() => people && countOnSite(people), [people])
  const hasCheckedOut = site.offline_users && !hasTicks
  const shownTab = hasCheckedOut ? tab : 'in'

  // A first tick starts the count; it stays when the ticks are reset.
  if (hasTicks && !hasStartedCount) setStartedCount(true)
  // Without ticks the roll call and its filter are over.
  if (isUncountedOnly && !hasTicks) setUncountedOnly(false)

  const away = useQuery({ ...boardQuery(site.id, 'out'), enabled: shownTab === 'out' })
  // The bar covers both lists: it shows the older time, and an error of either.
  const isAwayShown = shownTab === 'out' && away.data !== undefined
  const updatedAt = isAwayShown ? Math.min(board.dataUpdatedAt, away.dataUpdatedAt) : board.dataUpdatedAt
  const asked = people?.find(({ id }) => id === why)

  useBoardTitle(site.name, onSite?.people)

  if (later && past)
    return <later.ReportView muster={past} version={0} canRead onBack={() => setPast(undefined)} />
  return (
    <>
      {later && (
        <>
          <later.EvacuationRoll site={site} people={people} updatedAt={board.dataUpdatedAt} />
          <later.KeptMarks session={later.musterOf(site.id)} />
          {isStarting && people && (
            <later.StartMuster
              site={site}
              session={later.musterOf(site.id)}
              people={people}
              onClose={() => setStarting(false)}
              onPast={setPast}
            />
          )}
          {asked && <later.WhyDialog site={site} person={asked} onClose={() => setWhy(undefined)} />}
        </>
      )}
      <div ref={keepBelow} className={styles.top}>
        <StatusBar
          timeZone={timeZone}
          onSite={onSite}
          updatedAt={updatedAt}
          error={people === undefined ? null : (board.error ?? (isAwayShown ? away.error : null))}
          actions={
            !(site.can_start_muster || onWall) ? undefined : !people ? null : (
              <>
                {site.can_start_muster && (
                  <Button
                    icon={<CautionIcon size={20} />}
                    busy={isStarting && !later}
                    onClick={() => setStarting(true)}
                  >
                    <Trans>Start a muster</Trans>
                  </Button>
                )}
                {later && onWall && (
                  <later.BoardActions people={people} isQuiet={!hasTicks} onWall={onWall} />
                )}
              </>
            )
          }
        />
        {people && (
          <BoardTools
            siteId={site.id}
            tab={shownTab}
            onTab={hasCheckedOut ? onTab : undefined}
            search={search}
            onSearch={setSearch}
            peopleCount={people.length}
            uncounted={hasTicks ? { isOnly: isUncountedOnly, onChange: setUncountedOnly } : undefined}
            counting={
              shownTab === 'in' && people.length > 0
                ? { isOn: hasStartedCount, onChange: setStartedCount }
                : undefined
            }
            onLetters={setLetters}
          />
        )}
      </div>
      {people && <DoubtedDepartures site={site} />}
      {people === undefined ? (
        board.isError ? (
          <BoardFailed error={board.error} isBusy={board.isFetching} onRetry={() => void board.refetch()} />
        ) : (
          <LoadingBoard />
        )
      ) : shownTab === 'out' ? (
        later ? (
          <later.CheckedOut
            away={away}
            timeZone={timeZone}
            search={search}
            letters={letters}
            onClear={() => setSearch('')}
          />
        ) : (
          <LoadingBoard />
        )
      ) : people.length === 0 ? (
        <NobodyOnSite />
      ) : (
        <RollCall
          siteId={site.id}
          timeZone={timeZone}
          people={people}
          search={search}
          isUncountedOnly={isUncountedOnly}
          letters={letters}
          isCounting={hasStartedCount}
          onWhy={later && setWhy}
          onClear={() => {
            setSearch('')
            setUncountedOnly(false)
          }}
        />
      )}
    </>
  )
}

/** Sets the document title: the site, and how many people are on it. */
function useBoardTitle(siteName: string, people: number | undefined): void {
  const { t } = useLingui()
  const title =
    people === undefined
      ? siteName
      : t`${plural(people, { one: '# person', other: '# people' })} on site – ${siteName}`
  useDocumentTitle(title)
}
