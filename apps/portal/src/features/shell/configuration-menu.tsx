import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { useMedia } from '../../lib/use-media.ts'
import type { MenuEntry } from './menu.ts'
import { MenuLink } from './menu-link.tsx'
import { PHONE } from './phone.ts'
import styles from './user-menu.module.css'

/** The pages of those who run the installation: behind one item, or on a phone, where there is room below, item by item. */
export function ConfigurationMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const isPhone = useMedia(PHONE)
  if (isPhone) return entries.map((entry) => <MenuLink key={entry.label.id} entry={entry} />)
  return <FoldedConfiguration entries={entries} />
}

function FoldedConfiguration({ entries }: { entries: readonly MenuEntry[] }) {
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
