import { SearchField } from '@gatehouse/ui/staff/search-field'
import { Trans, useLingui } from '@lingui/react/macro'
import { BoardTabs } from './board-tabs.tsx'
import styles from './board-tools.module.css'
import { GROUPED_ABOVE } from './people.ts'
import type { BoardTab } from './queries.ts'

interface BoardToolsProps {
  tab: BoardTab
  /** Absent where there is nothing to switch to. */
  onTab: ((tab: BoardTab) => void) | undefined
  search: string
  onSearch: (search: string) => void
  peopleCount: number
  /** Present while a roll call is under way. */
  uncounted: { count: number; isOnly: boolean; onChange: (isOnly: boolean) => void } | undefined
}

export function BoardTools({ tab, onTab, search, onSearch, peopleCount, uncounted }: BoardToolsProps) {
  const { t } = useLingui()
  const isSearchable = peopleCount > GROUPED_ABOVE || search !== '' || tab === 'out'
  if (!onTab && !isSearchable && !uncounted) return null
  return (
    <div className={styles.tools}>
      {onTab && <BoardTabs tab={tab} onTab={onTab} />}
      {uncounted && (
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={uncounted.isOnly}
          onClick={() => uncounted.onChange(!uncounted.isOnly)}
        >
          <Trans>
            Not yet counted <strong>{uncounted.count}</strong>
          </Trans>
        </button>
      )}
      {isSearchable && (
        <div className={styles.search}>
          <SearchField
            label={t`Search people`}
            placeholder={t`Search by name, role or number`}
            clearLabel={t`Clear the search`}
            value={search}
            onChange={onSearch}
          />
        </div>
      )}
    </div>
  )
}
