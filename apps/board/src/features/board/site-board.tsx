import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { useLive } from '@gatehouse/api-client/use-live'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { Button } from '@gatehouse/ui/core/button'
import { CautionIcon } from '@gatehouse/ui/core/icons'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { useDocumentTitle } from '@gatehouse/ui/core/use-document-title.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createElement, useCallback, useEffect, useMemo, useState } from 'react'
import { keepBelow } from '../../lib/keep-below.ts'
import { tokens } from '../../lib/api.ts'
import { useLoginWhenPending, useReloadOnInvalidResponse } from '../../lib/query-errors.ts'
import { BoardFailed, LoadingBoard, NobodyOnSite } from './board-messages.tsx'
import { BoardTools } from './board-tools.tsx'
import { DoubtedDepartures } from './doubted-departures.tsx'
import { countOnSite } from './people.ts'
import { boardQuery, type BoardTab } from './queries.ts'
import styles from './site-board.module.css'
import { RollCall } from './roll-call.tsx'
import type { MusterPartComponent } from './muster-part-props.ts'
import { useLaterPart } from './use-later-part.ts'
import { StatusBar } from './status-bar.tsx'
import { ticks, useHasTicks } from './ticks.ts'

interface SiteBoardProps {
  site: BoardSite
  tab: BoardTab
  onTab: (tab: BoardTab) => void
  isWall: boolean
  onWall: (isWall: boolean) => void
  musterPart: MusterPartComponent | undefined
}

const loadCheckedOut = async () => (await import('./checked-out.tsx')).CheckedOut

/** The board of one site. The number of people on site is updated on both tabs. */
export function SiteBoard({ site, tab, onTab, isWall, onWall, musterPart }: SiteBoardProps) {
  const board = useQuery(boardQuery(site.id, 'in'))
  const queryClient = useQueryClient()
  const people = board.data
  // What else is fetched would only delay the first list.
  const isAnswered = people !== undefined || board.isError
  useLive(tokens, isAnswered ? site.id : undefined, (live, siteId) =>
    live.watchSite(siteId, () => queryClient.invalidateQueries({ queryKey: ['board', siteId] })),
  )
  const hasTicks = useHasTicks(site.id)
  const [search, setSearch] = useState('')
  const [isReplaced, setReplaced] = useState(false)
  const [why, setWhy] = useState<string>()
  const [isStarting, setStarting] = useState(false)
  const onStarted = useCallback(() => setStarting(false), [])
  const [letters, setLetters] = useState<Element | null>(null)
  const [slot, setSlot] = useState<Element | null>(null)
  const [isUncountedOnly, setUncountedOnly] = useState(false)
  const timeZone = timeZoneOf(site.timeZone)
  const onSite = useMemo(() => people && countOnSite(people), [people])
  const hasCheckedOut = site.offline_users && !hasTicks
  const shownTab = hasCheckedOut ? tab : 'in'

  // Without ticks the roll call is over, and its filter with it.
  if (isUncountedOnly && !hasTicks) setUncountedOnly(false)
  // Where a muster of others runs, none is to be started any more.
  if (isStarting && isReplaced) setStarting(false)

  const checkedOutPart = useLaterPart('checked-out', loadCheckedOut, shownTab === 'out')
  const away = useQuery({ ...boardQuery(site.id, 'out'), enabled: shownTab === 'out' })
  // The bar reports on both lists: it names the older one's time, and an error of either.
  const isAwayShown = shownTab === 'out' && away.data !== undefined
  const updatedAt = isAwayShown ? Math.min(board.dataUpdatedAt, away.dataUpdatedAt) : board.dataUpdatedAt

  useLoginWhenPending(board.error)
  useReloadOnInvalidResponse(board.error)
  useBoardTitle(site.name, onSite?.people)
  useEffect(() => {
    if (people) ticks.keepOnly(site.id, people)
  }, [people, site.id])

  return (
    <main className={styles.main}>
      <h1>
        <VisuallyHidden>{site.name}</VisuallyHidden>
      </h1>
      {musterPart &&
        createElement(musterPart, {
          site,
          people,
          updatedAt: board.dataUpdatedAt,
          slot,
          isQuiet: !hasTicks,
          isWall,
          onWall,
          why,
          onWhy: setWhy,
          isStarting,
          onStarted,
          onChange: setReplaced,
        })}
      {!isReplaced && (
        <div ref={keepBelow} className={styles.top}>
          <StatusBar
            siteId={site.id}
            timeZone={timeZone}
            onSite={onSite}
            updatedAt={updatedAt}
            error={people === undefined ? null : (board.error ?? (isAwayShown ? away.error : null))}
            start={
              people &&
              site.can_start_muster && (
                <Button
                  icon={<CautionIcon size={20} />}
                  busy={isStarting && !musterPart}
                  onClick={() => setStarting(true)}
                >
                  <Trans>Start a muster</Trans>
                </Button>
              )
            }
            actions={setSlot}
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
            />
          )}
          <div ref={setLetters} />
        </div>
      )}
      {!isReplaced && people && <DoubtedDepartures site={site} />}
      {isReplaced ? null : people === undefined ? (
        board.isError ? (
          <BoardFailed error={board.error} isBusy={board.isFetching} onRetry={() => void board.refetch()} />
        ) : (
          <LoadingBoard />
        )
      ) : shownTab === 'out' ? (
        checkedOutPart ? (
          createElement(checkedOutPart, { away, timeZone, search, letters, onClear: () => setSearch('') })
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
          onWhy={musterPart && setWhy}
          onClear={() => {
            setSearch('')
            setUncountedOnly(false)
          }}
        />
      )}
    </main>
  )
}

/** Sets the document's title: the site, and how many people are on it. */
function useBoardTitle(siteName: string, people: number | undefined): void {
  const { t } = useLingui()
  const title =
    people === undefined
      ? siteName
      : t`${plural(people, { one: '# person', other: '# people' })} on site – ${siteName}`
  useDocumentTitle(title)
}
