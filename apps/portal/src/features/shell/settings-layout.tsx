import type { Profile } from '@gatehouse/validation/endpoints/me'
import type { LookName } from '@gatehouse/validation/vocabulary'
import { useLingui } from '@lingui/react/macro'
import { useLocation, useMatchRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLookFeatures } from '../../lib/look-features.ts'
import { useIsNarrow } from '../../lib/use-media.ts'
import { MenuLink } from './menu-link.tsx'
import { offeredEntries } from './menu.ts'
import styles from './settings-layout.module.css'
import { settingsMenu } from './settings-menu.ts'

interface SettingsLayoutProps {
  profile: Profile
  look: LookName
  children: ReactNode
}

/** A page of Settings beside their list, which is collapsed above it where there is little room. */
export function SettingsLayout({ profile, look, children }: SettingsLayoutProps) {
  const { t } = useLingui()
  const matchRoute = useMatchRoute()
  const { pathname } = useLocation()
  const isNarrow = useIsNarrow()
  const entries = offeredEntries(settingsMenu, { profile, look: useLookFeatures(look) })
  const current = entries.find(
    ({ to, isExact }) => typeof to === 'string' && matchRoute({ to, fuzzy: !isExact }) !== false,
  )
  const list = (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <MenuLink key={entry.label.id} entry={entry} />
      ))}
    </ul>
  )
  return (
    <div className={styles.layout}>
      <nav aria-label={t`Settings`} className={styles.nav}>
        {isNarrow ? (
          // On another page it is collapsed again.
          <details key={pathname} className={styles.folded}>
            <summary className={styles.summary}>
              {t`Settings`}
              {current && <span className={styles.current}>{t(current.label)}</span>}
            </summary>
            {list}
          </details>
        ) : (
          list
        )}
      </nav>
      <div className={styles.page}>{children}</div>
    </div>
  )
}
