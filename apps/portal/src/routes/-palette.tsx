import type { Command } from '@gatehouse/ui/aria/command-list'
import { useOpenWindow } from '../lib/open-window.ts'
import { setTheme } from '@gatehouse/ui/staff/theme.ts'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import type { LookName } from '@gatehouse/validation/vocabulary'
import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { Keyboard, LogOut, Moon, Settings, Sun } from 'lucide-react'
import { offeredAccountEntries } from '../features/account/account-links.tsx'
import { CommandPalette } from '../features/palette/command-palette.tsx'
import { furtherPages } from './-further-pages.ts'
import { KeysModal } from '../features/palette/keys-modal.tsx'
import type { PaletteWindow } from '../features/palette/palette-keys.ts'
import { logOut } from '../features/session/session.ts'
import { configurationMenu, mainMenu, offeredEntries } from '../features/shell/menu.ts'
import { featuresOf } from '../lib/look-features.ts'

interface PaletteProps {
  which: PaletteWindow
  profile: Profile
  look: LookName
  onOpen: (which: PaletteWindow) => void
  onClose: () => void
}

/** The global search, or the list of shortcuts. */
export function Palette({ which, profile, look, onOpen, onClose }: PaletteProps) {
  const { t } = useLingui()
  const router = useRouter()
  const openWindow = useOpenWindow()
  if (which === 'keys') return <KeysModal onClose={onClose} />

  const facts = { profile, look: featuresOf(look) }
  const pages = offeredEntries([...mainMenu, ...configurationMenu, ...furtherPages], facts).map(
    ({ label, icon: Icon, to }): Command => ({
      id: label.id,
      icon: <Icon size={18} />,
      name: t(label),
      run: () => {
        if (typeof to === 'object') location.assign(to.href)
        else void router.navigate({ to })
      },
    }),
  )
  const settings: Command = {
    id: 'settings',
    icon: <Settings size={18} aria-hidden="true" />,
    name: t`Settings`,
    run: () => void router.navigate({ to: '/settings' }),
  }
  const account = offeredAccountEntries(profile).map(({ modal, label, icon: Icon }): Command => ({
    id: label.id,
    icon: <Icon size={18} aria-hidden="true" />,
    name: t(label),
    run: () => openWindow({ modal }),
  }))
  const actions: Command[] = [
    ...account,
    { id: 'light', icon: <Sun size={18} />, name: t`Light appearance`, run: () => setTheme('light') },
    { id: 'dark', icon: <Moon size={18} />, name: t`Dark appearance`, run: () => setTheme('dark') },
    { id: 'keys', icon: <Keyboard size={18} />, name: t`Keyboard shortcuts`, run: () => onOpen('keys') },
    { id: 'log-out', icon: <LogOut size={18} />, name: t`Log out`, run: () => void logOut() },
  ]
  return <CommandPalette pages={[...pages, settings]} actions={actions} onClose={onClose} />
}
