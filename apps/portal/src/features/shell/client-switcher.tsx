import { Popover } from '@gatehouse/ui/aria/popover'
import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { listClientOptionsEndpoint } from '@gatehouse/validation/endpoints/client'
import { useLingui } from '@lingui/react/macro'
import { Building2 } from 'lucide-react'
import { useEffect } from 'react'
import { SearchedFilter } from '../../lib/list/list-filters.tsx'
import { useIsPhone } from '../../lib/use-media.ts'
import styles from './user-menu.module.css'
import { useWorkingClient } from './use-working-client.ts'

interface ClientSwitcherProps {
  /** Called when the user chooses another one; undefined is all clients. */
  onChoose: (clientId: string | undefined) => void
  /** Called when the choice is no longer possible, or there is only one. */
  onCorrect: (clientId: string | undefined) => void
}

/** The client whose data a site admin sees, always visible, and the choice of another one. */
export function ClientSwitcher({ onChoose: choose, onCorrect: correct }: ClientSwitcherProps) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const { chosen, label, onlyOne, isGone } = useWorkingClient()
  useEffect(() => {
    if (onlyOne !== undefined && chosen !== onlyOne) correct(onlyOne)
    else if (isGone) correct(undefined)
  }, [correct, onlyOne, chosen, isGone])
  if (onlyOne !== undefined) return null
  return (
    <NavItem
      icon={<Building2 />}
      label={label}
      render={({ className, children }) => (
        <div className={styles.trigger}>
          <Popover
            title={t`Client`}
            triggerKind="bare"
            triggerLabel={t`Client: ${label}`}
            placement={isPhone ? 'bottom start' : 'right top'}
            trigger={<span className={className}>{children}</span>}
          >
            {(close) => (
              <SearchedFilter
                endpoint={listClientOptionsEndpoint}
                label={t`Work in`}
                value={chosen}
                onChange={(id) => {
                  close()
                  choose(id)
                }}
              />
            )}
          </Popover>
        </div>
      )}
    />
  )
}
