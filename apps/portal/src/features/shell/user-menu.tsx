import type { Profile } from '@gatehouse/validation/endpoints/me'
import { Popover } from '@gatehouse/ui/aria/popover'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Avatar } from '@gatehouse/ui/staff/avatar'
import { NavItem, type NavFace } from '@gatehouse/ui/staff/nav-item'
import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
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
  const Opener = isPhone ? DialogOpener : PopoverOpener
  return (
    <NavItem
      icon={<Avatar name={name} size={24} />}
      label={name}
      render={(face) => (
        <Opener name={name} face={face}>
          <UserPanel profile={profile} onLogOut={onLogOut} />
        </Opener>
      )}
    />
  )
}

interface OpenerProps {
  name: string
  face: NavFace
  children: ReactNode
}

function PopoverOpener({ name, face: { className, children: words }, children }: OpenerProps) {
  return (
    <div className={styles.trigger}>
      <Popover
        title={name}
        triggerKind="bare"
        placement="right bottom"
        trigger={<span className={className}>{words}</span>}
      >
        {children}
      </Popover>
    </div>
  )
}

/** On a phone the menu is a modal window of the platform, over which only another one can be shown. */
function DialogOpener({ name, face: { className, children: words }, children }: OpenerProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={name} closeLabel={t`Close`}>
        {children}
      </Dialog>
    </>
  )
}
