import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { Logo } from '@gatehouse/ui/core/mark'
import { LogOutButton } from './log-out-button.tsx'
import { useLook } from '../../lib/session-look.tsx'
import { SitePicker } from './site-picker.tsx'
import styles from './board-header.module.css'

interface BoardHeaderProps {
  sites: readonly BoardSite[]
  siteId: string | undefined
  onSite: (siteId: string) => void
}

export function BoardHeader({ sites, siteId, onSite }: BoardHeaderProps) {
  return (
    <header className={styles.header}>
      <Logo look={useLook()} />
      <div className={styles.site}>
        <SitePicker sites={sites} siteId={siteId} onSite={onSite} />
      </div>
      <LogOutButton />
    </header>
  )
}
