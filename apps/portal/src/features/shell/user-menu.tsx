import { Popover } from '@gatehouse/ui/aria/popover'
import { Avatar } from '@gatehouse/ui/staff/avatar'
import { NavItem } from '@gatehouse/ui/staff/nav-item'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import type { ReactNode } from 'react'
import { useIsPhone } from '../../lib/use-media.ts'
import styles from './user-menu.module.css'

interface UserMenuProps {
  profile: Profile
  /** Renders the panel. `close` closes it. */
  panel: (close: () => void) => ReactNode
}

/** The name of the logged-in person, and the panel that it opens. */
export function UserMenu({ profile, panel }: UserMenuProps) {
  const name = `${profile.first_name} ${profile.last_name}`
  const isPhone = useIsPhone()
  return (
    <NavItem
      icon={<Avatar name={name} size={24} />}
      label={name}
      render={({ className, children }) => (
        <div className={styles.trigger}>
          <Popover
            title={name}
            triggerKind="bare"
            placement={isPhone ? 'top start' : 'right bottom'}
            trigger={<span className={className}>{children}</span>}
          >
            {panel}
          </Popover>
        </div>
      )}
    />
  )
}
