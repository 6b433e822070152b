import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import type { MenuEntry } from './menu.ts'
import styles from './nav-trigger.module.css'

/** The pages of those who run the installation. */
export function ConfigurationMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const open = (to: MenuEntry['to']) => {
    if (typeof to === 'object') location.assign(to.href)
    else void navigate({ to })
  }
  return (
    <NavItem
      icon={<Settings2 />}
      label={t`Configuration`}
      render={({ className, children }) => (
        <div className={styles.trigger}>
          <Menu
            triggerKind="bare"
            placement="right bottom"
            trigger={<span className={className}>{children}</span>}
          >
            {entries.map(({ label, icon: Icon, to }) => (
              <MenuItem key={label.id} icon={<Icon size={18} />} onAction={() => open(to)}>
                {t(label)}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    />
  )
}
