import type { Profile } from '@gatehouse/validation/endpoints/me'
import { Popover } from '@gatehouse/ui/aria/popover'
import { Avatar } from '@gatehouse/ui/staff/avatar'
import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { useMedia } from '../../lib/use-media.ts'
import { PHONE } from './phone.ts'
import styles from './user-menu.module.css'
import { UserPanel } from './user-panel.tsx'

interface UserMenuProps {
  profile: Profile
  onLogOut: () => void
}

/** Who is logged in, and what opens at a press on it. */
export function UserMenu({ profile, onLogOut }: UserMenuProps) {
  const name = `${profile.first_name} ${profile.last_name}`
  const isPhone = useMedia(PHONE)
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
            <UserPanel profile={profile} onLogOut={onLogOut} />
          </Popover>
        </div>
      )}
    />
  )
}
