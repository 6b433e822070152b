import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import type { LinkProps } from '@tanstack/react-router'
import {
  Blocks,
  Building2,
  House,
  LayoutGrid,
  MapPin,
  QrCode,
  UserCog,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { LookFeatures } from '../../lib/look-features.ts'
import { managesPeople } from '../../lib/manages-people.ts'

export interface MenuFacts {
  profile: Pick<Profile, 'admin' | 'site_admin' | 'access'>
  look: LookFeatures
}

export interface MenuEntry {
  label: MessageDescriptor
  icon: LucideIcon
  /** A page of the portal, or the path of another app. */
  to: NonNullable<LinkProps['to']> | { href: string }
  /** Offered to everybody where it is missing. */
  isOffered?: (facts: MenuFacts) => boolean
}

/** The side bar from top to bottom: a new page adds its line here. */
export const mainMenu: readonly MenuEntry[] = [
  { label: msg`Home`, icon: House, to: '/home' },
  { label: msg`Site Management`, icon: MapPin, to: '/site_management' },
  { label: msg`Sign-In Methods`, icon: QrCode, to: '/machine_management' },
  {
    label: msg`User Management`,
    icon: UserCog,
    to: '/user_management',
    isOffered: ({ profile }) => managesPeople(profile),
  },
  {
    label: msg`Checked In Users`,
    icon: Users,
    to: '/checked_in_users',
    isOffered: ({ look }) => look.checkedInUsers,
  },
  { label: msg`Check-in Board`, icon: LayoutGrid, to: { href: '/board' } },
]

/** The configuration menu of site admins. */
export const configurationMenu: readonly MenuEntry[] = [
  {
    label: msg`Client Management`,
    icon: Building2,
    to: '/client_management',
    isOffered: ({ profile }) => profile.site_admin,
  },
  {
    label: msg`Component Gallery`,
    icon: Blocks,
    to: '/example',
    isOffered: ({ profile }) => profile.site_admin,
  },
]

export function offeredEntries(menu: readonly MenuEntry[], facts: MenuFacts): MenuEntry[] {
  return menu.filter(({ isOffered }) => isOffered?.(facts) ?? true)
}
