import { Popover, type PopoverProps } from '@gatehouse/ui/aria/popover'
import { NavItem, type NavItemProps } from '@gatehouse/ui/staff/nav-item'
import styles from './nav-popover.module.css'

interface NavPopoverProps
  extends
    Omit<NavItemProps, 'render' | 'isCurrent'>,
    Pick<PopoverProps, 'triggerLabel' | 'placement' | 'children'> {
  /** The title of the panel. */
  title?: string
}

/** An item of the side bar that opens a panel beside it. */
export function NavPopover({ icon, label, count, countLabel, title = label, ...popover }: NavPopoverProps) {
  return (
    <NavItem
      icon={icon}
      label={label}
      count={count}
      countLabel={countLabel}
      render={({ className, children }) => (
        <div className={styles.trigger}>
          <Popover
            {...popover}
            title={title}
            triggerKind="bare"
            trigger={<span className={className}>{children}</span>}
          />
        </div>
      )}
    />
  )
}
