import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, type KeyboardEvent } from 'react'
import styles from './board-tools.module.css'
import type { BoardTab } from './queries.ts'

interface BoardTabsProps {
  tab: BoardTab
  onTab: (tab: BoardTab) => void
}

/** Two tabs after the ARIA practice: one stop for Tab, arrows between them. */
export function BoardTabs({ tab, onTab }: BoardTabsProps) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const turn = (event: KeyboardEvent) => {
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
      onKeyDown={turn}
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
