import { Popover } from '@gatehouse/ui/aria/popover'
import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { useLingui } from '@lingui/react/macro'
import { Settings2 } from 'lucide-react'
import { useIsPhone } from '../../lib/use-media.ts'
import type { MenuEntry } from './menu.ts'
import { MenuLink } from './menu-link.tsx'
import styles from './user-menu.module.css'

/** The pages for site admins: in a panel behind one item, or on a phone as items of the menu. */
export function ConfigurationMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  if (isPhone) return entries.map((entry) => <MenuLink key={entry.label.id} entry={entry} />)
  return (
    <NavItem
      icon={<Settings2 />}
      label={t`Configuration`}
      render={({ className, children }) => (
        <div className={styles.trigger}>
          <Popover
            title={t`Configuration`}
            triggerKind="bare"
            placement="right bottom"
            trigger={<span className={className}>{children}</span>}
          >
            {(close) => (
              <ul>
                {entries.map((entry) => (
                  <MenuLink key={entry.label.id} entry={entry} onFollow={close} />
                ))}
              </ul>
            )}
          </Popover>
        </div>
      )}
    />
  )
}
