import { Popover } from '@gatehouse/ui/aria/popover'
import { Avatar } from '@gatehouse/ui/staff/avatar'
import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { useIsPhone } from '../../lib/use-media.ts'
import styles from './user-menu.module.css'
import { UserPanel, type UserPanelProps } from './user-panel.tsx'

type UserMenuProps = Omit<UserPanelProps, 'close'>

/** The name of the logged-in person, and the panel that opens from it. */
export function UserMenu(props: UserMenuProps) {
  const { profile } = props
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
            {(close) => <UserPanel {...props} close={close} />}
          </Popover>
        </div>
      )}
    />
  )
}
