import { Button } from '@gatehouse/ui/core/button'
import { SearchField } from '@gatehouse/ui/staff/search-field'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type KeyboardEvent } from 'react'
import styles from './board-tools.module.css'
import { GROUPED_ABOVE } from './people/people.ts'
import type { BoardTab } from './people/queries.ts'
import { ticks, useTicks } from './people/ticks.ts'
import { searchFieldId } from './people/site-search.ts'

interface BoardToolsProps {
  siteId: string
  tab: BoardTab
  /** Undefined if there is only one tab. */
  onTab: ((tab: BoardTab) => void) | undefined
  search: string
  onSearch: (search: string) => void
  peopleCount: number
  /** The filter of a roll call; undefined while no one is ticked. */
  uncounted: Pick<UncountedProps, 'isOnly' | 'onChange'> | undefined
  /** Whether people are being counted; undefined where no one can be counted. */
  counting: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined
  /** Gets the container of the letter links. */
  onLetters: (container: Element | null) => void
}

export function BoardTools({
  siteId,
  tab,
  onTab,
  search,
  onSearch,
  peopleCount,
  uncounted,
  counting,
  onLetters,
}: BoardToolsProps) {
  const { t } = useLingui()
  const isSearchable = peopleCount > GROUPED_ABOVE || search !== '' || tab === 'out'
  return (
    <div className={styles.tools}>
      {onTab && <BoardTabs tab={tab} onTab={onTab} />}
      {uncounted && <UncountedToggle siteId={siteId} peopleCount={peopleCount} {...uncounted} />}
      {isSearchable && (
        <div className={styles.search}>
          <SearchField
            id={searchFieldId}
            label={t`Search people`}
            placeholder={t`Search by name, role or number`}
            clearLabel={t`Clear the search`}
            value={search}
            onChange={onSearch}
          />
        </div>
      )}
      <div ref={onLetters} className={styles.letters} />
      {counting && <Counter siteId={siteId} outOf={peopleCount} counting={counting} />}
    </div>
  )
}

interface UncountedProps extends Pick<BoardToolsProps, 'siteId' | 'peopleCount'> {
  isOnly: boolean
  onChange: (isOnly: boolean) => void
}

/** Reads the ticks itself, so that a tick renders only its card and the figures. */
function UncountedToggle({ siteId, peopleCount, isOnly, onChange }: UncountedProps) {
  const ticked = useTicks(siteId)
  return (
    <button type="button" className={styles.toggle} aria-pressed={isOnly} onClick={() => onChange(!isOnly)}>
      <Trans>
        Not yet counted <strong translate="no">{peopleCount - ticked.size}</strong>
      </Trans>
    </button>
  )
}

interface BoardTabsProps {
  tab: BoardTab
  onTab: (tab: BoardTab) => void
}

/** Follows the ARIA tabs pattern: one tab stop, arrow keys between the tabs. */
function BoardTabs({ tab, onTab }: BoardTabsProps) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const switchTab = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = tab === 'in' ? 'out' : 'in'
    list.current?.querySelector<HTMLElement>(`[data-tab='${next}']`)?.focus()
    onTab(next)
  }
  const props = (own: BoardTab) => ({
    type: 'button' as const,
    role: 'tab',
    'data-tab': own,
    'aria-selected': tab === own,
    tabIndex: tab === own ? 0 : -1,
    className: styles.toggle,
    onClick: () => onTab(own),
  })
  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={t`People`}
      className={styles.tabs}
      onKeyDown={switchTab}
    >
      <button {...props('in')}>
        <Trans>Checked In</Trans>
      </button>
      <button {...props('out')}>
        <Trans>Checked Out</Trans>
      </button>
    </div>
  )
}

interface CounterProps {
  siteId: string
  outOf: number
  counting: NonNullable<BoardToolsProps['counting']>
}

/**
 * Starts the count, and shows how many people are counted. The first button is always the same
 * element, so that it keeps the keyboard focus.
 */
function Counter({ siteId, outOf, counting: { isOn, onChange } }: CounterProps) {
  const counted = useTicks(isOn ? siteId : undefined).size
  const [undo, setUndo] = useState<() => void>()
  // After a new tick the reset can no longer be undone.
  if (counted > 0 && undo) setUndo(undefined)
  const stop = { label: <Trans>Stop counting</Trans>, run: () => onChange(false) }
  const firstButton = () => {
    if (!isOn) return { label: <Trans>Count people</Trans>, run: () => onChange(true) }
    if (counted === 0) return undo ? { label: <Trans>Undo reset</Trans>, run: undo } : stop
    return {
      label: <Trans>Reset</Trans>,
      run: () => {
        const restore = ticks.reset(siteId)
        setUndo(() => restore)
      },
    }
  }
  const first = firstButton()
  return (
    <div className={styles.counter}>
      {isOn && (
        <p className={styles.ticked} data-done={counted === outOf} translate="no">
          <Trans>
            <strong className={styles.tickedFigure}>{counted}</strong> of {outOf} counted on this screen
          </Trans>
        </p>
      )}
      <Button onClick={first.run}>{first.label}</Button>
      {isOn && counted === 0 && undo && <Button onClick={stop.run}>{stop.label}</Button>}
    </div>
  )
}
