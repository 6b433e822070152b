import { AccountsIcon, CodeIcon, LogIcon, QuestionsIcon } from '@gatehouse/ui/staff/shell-icons'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Bell, Blocks, Building2, ChartColumn, House, LayoutGrid, MapPin, Users } from 'lucide-react'
import type { LookFeatures } from '../../lib/look-features.ts'
import { managesPeople } from '../../lib/manages-people.ts'

export interface MenuFacts {
  profile: Pick<Profile, 'admin' | 'site_admin' | 'access'>
  look: LookFeatures
}

export interface MenuEntry {
  label: MessageDescriptor
  icon: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>
  /** A page of the portal, or the path of another app. */
  to: NonNullable<LinkProps['to']> | { href: string }
  /** Pages below its path are separate entries. */
  isExact?: true
  /** A page at another path that belongs to it. */
  also?: NonNullable<LinkProps['to']>
  /** Without it, everyone is offered the entry. */
  isOffered?: (facts: MenuFacts) => boolean
}

/** The side bar from top to bottom: a new page adds its line here. */
export const mainMenu: readonly MenuEntry[] = [
  { label: msg`Home`, icon: House, to: '/home' },
  { label: msg`Site Management`, icon: MapPin, to: '/site_management' },
  { label: msg`Sign-In Methods`, icon: CodeIcon, to: '/machine_management' },
  {
    label: msg`User Management`,
    icon: AccountsIcon,
    to: '/user_management',
    isOffered: ({ profile }) => managesPeople(profile),
  },
  {
    label: msg`Checked In Users`,
    icon: Users,
    to: '/checked_in_users',
    isOffered: ({ look }) => look.checkedInUsers,
  },
  { label: msg`Access Logs`, icon: LogIcon, to: '/access_log' },
  {
    label: msg`Reports`,
    icon: ChartColumn,
    to: '/reports',
    isOffered: ({ profile }) => managesPeople(profile),
  },
  { label: msg`Check-in Board`, icon: LayoutGrid, to: { href: '/board' } },
]

const isSiteAdmin = ({ profile }: MenuFacts) => profile.site_admin

/** The configuration menu of site admins. */
export const configurationMenu: readonly MenuEntry[] = [
  {
    label: msg`Client Management`,
    icon: Building2,
    to: '/client_management',
    isOffered: isSiteAdmin,
  },
  {
    label: msg`Question Management`,
    icon: QuestionsIcon,
    to: '/question_management',
    isOffered: isSiteAdmin,
  },
  {
    label: msg`Notification Management`,
    icon: Bell,
    to: '/notification_management',
    isOffered: ({ profile }) => profile.site_admin,
  },
  {
    label: msg`Component Gallery`,
    icon: Blocks,
    to: '/example',
    isOffered: isSiteAdmin,
  },
]

export function offeredEntries(menu: readonly MenuEntry[], facts: MenuFacts): MenuEntry[] {
  return menu.filter(({ isOffered }) => isOffered?.(facts) ?? true)
}
