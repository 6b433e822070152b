import type { Profile } from '@gatehouse/validation/endpoints/me'
import { toWindow } from '../../lib/open-window.ts'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Building2, KeyRound, type LucideIcon, MonitorSmartphone, ShieldCheck, UserPen } from 'lucide-react'
import styles from './account-links.module.css'
import type { AccountModal } from './account-modal.ts'

interface Entry {
  modal: AccountModal
  label: MessageDescriptor
  icon: LucideIcon
  isForAdmins?: boolean
}

const entries: readonly Entry[] = [
  { modal: 'details', label: msg`Update my details`, icon: UserPen },
  { modal: 'client', label: msg`Update client`, icon: Building2, isForAdmins: true },
  { modal: 'password', label: msg`Change password`, icon: KeyRound },
  { modal: 'two_step', label: msg`Two-step authentication`, icon: ShieldCheck },
  { modal: 'sessions', label: msg`Sessions and devices`, icon: MonitorSmartphone },
]

/** The account windows that this person may open. */
export function offeredAccountEntries({ admin }: Pick<Profile, 'admin'>): Entry[] {
  return entries.filter(({ isForAdmins = false }) => admin || !isForAdmins)
}

interface AccountLinksProps {
  profile: Pick<Profile, 'admin'>
  /** Closes the menu around the links. */
  onOpen: () => void
}

/** The links to the windows of the account menu. */
export function AccountLinks({ profile, onOpen }: AccountLinksProps) {
  const { t } = useLingui()
  return (
    <ul className={styles.links}>
      {offeredAccountEntries(profile).map(({ modal, label, icon: Icon }) => (
        <li key={modal}>
          <Link to="." {...toWindow({ modal })} preload={false} className={styles.link} onClick={onOpen}>
            <Icon size={18} aria-hidden="true" />
            {t(label)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
