import { Logo, Mark } from '@gatehouse/ui/core/mark'
import { AppShell } from '@gatehouse/ui/staff/app-shell'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import type { LookName } from '@gatehouse/validation/vocabulary'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Settings, Settings2 } from 'lucide-react'
import { useCallback, useState, type ReactNode, useEffect, useRef } from 'react'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useLookFeatures } from '../../lib/look-features.ts'
import { useIsPhone } from '../../lib/use-media.ts'
import { remembered } from '@gatehouse/ui/staff/remembered.ts'
import { DemoMark } from '../../lib/demo-mark.tsx'
import { configurationMenu, mainMenu, type MenuEntry, offeredEntries } from './menu.ts'
import { MenuLink } from './menu-link.tsx'
import { MusterBar } from './muster-bar.tsx'
import styles from './shell.module.css'
import { Avatar } from '@gatehouse/ui/staff/avatar'
import { NavPopover } from '../../lib/nav-popover.tsx'
import { lazyDetail } from '../../lib/lazy-part.tsx'

const GetHelp = lazyDetail(() => import('./get-help.tsx'), 'GetHelp')

const settingsEntry: MenuEntry = {
  label: msg`Settings`,
  icon: Settings,
  to: '/settings',
  also: '/notification_management',
}

const fold = remembered('portal.menu', ['folded', 'open'])

interface ShellProps {
  profile: Profile
  look: LookName
  /** The item that opens the global search. */
  search: ReactNode
  /** Draws the bell above the user menu, or on a phone inside the menu. */
  bell: (isPhone: boolean) => ReactNode
  /** Draws the panel of the user menu. `close` closes it. */
  userPanel: (close: () => void) => ReactNode
  /** For a site_admin, the chosen client: its choice, above the pages, or its name. */
  client: (part: 'choice' | 'name') => ReactNode
  /** The next step of a new client, where one is open. */
  nextStep?: ReactNode
  /** Shown in place of the page. */
  instead?: ReactNode
}

/** The frame of every page after the login: side bar, banner and page. */
export function Shell({ profile, look, client, search, bell, userPanel, nextStep, instead }: ShellProps) {
  const { t } = useLingui()
  usePageFocus('main')
  const isPhone = useIsPhone()
  const name = `${profile.first_name} ${profile.last_name}`
  const [isFolded, setFolded] = useState(fold.get() === 'folded')
  const facts = { profile, look: useLookFeatures(look) }
  const configuration = offeredEntries(configurationMenu, facts)
  const drawBrand = useCallback((isNarrow: boolean) => <Brand look={look} isNarrow={isNarrow} />, [look])
  return (
    <AppShell
      brand={drawBrand}
      nav={
        <>
          {client('choice')}
          {offeredEntries(mainMenu, facts).map((entry) => (
            <MenuLink key={entry.label.id} entry={entry} />
          ))}
        </>
      }
      bottom={
        <>
          {search}
          {bell(isPhone)}
          {configuration.length > 0 && <ConfigurationMenu entries={configuration} />}
          {runtimeConfig.helpWidgetUrl !== undefined && facts.look.helpWidget && (
            <GetHelp url={runtimeConfig.helpWidgetUrl} />
          )}
          <MenuLink entry={settingsEntry} />
          <NavPopover
            icon={<Avatar name={name} size={24} />}
            label={name}
            placement={isPhone ? 'top start' : 'right bottom'}
          >
            {userPanel}
          </NavPopover>
        </>
      }
      whose={client('name')}
      banner={
        <>
          <MusterBar />
          {nextStep}
          {runtimeConfig.demo && <DemoMark />}
        </>
      }
      isFolded={isFolded}
      onFold={(folded) => {
        setFolded(folded)
        fold.set(folded ? 'folded' : 'open')
      }}
      labels={{
        skip: t`Skip to content`,
        nav: t`Main menu`,
        fold: t`Collapse the menu`,
        unfold: t`Expand the menu`,
        openMenu: t`Open the menu`,
        closeMenu: t`Close the menu`,
      }}
    >
      {instead ?? <Outlet />}
    </AppShell>
  )
}

function Brand({ look, isNarrow }: { look: LookName; isNarrow: boolean }) {
  if (!isNarrow) return <Logo look={look} />
  return (
    <span className={styles.mark}>
      <Mark look={look} size={28} title="Gatehouse" />
    </span>
  )
}

/**
 * Moves the focus to the page after navigation, so that keyboards and screen readers continue
 * there.
 */
function usePageFocus(id: string): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== undefined && last.current !== pathname) {
      document.getElementById(id)?.focus({ preventScroll: true })
    }
    last.current = pathname
  }, [id, pathname])
}

/** The pages for site admins: in a panel behind one item, or on a phone as items of the menu. */
function ConfigurationMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  if (isPhone) return entries.map((entry) => <MenuLink key={entry.label.id} entry={entry} />)
  return (
    <NavPopover icon={<Settings2 />} label={t`Configuration`} placement="right bottom">
      {(close) => (
        <ul>
          {entries.map((entry) => (
            <MenuLink key={entry.label.id} entry={entry} onFollow={close} />
          ))}
        </ul>
      )}
    </NavPopover>
  )
}
