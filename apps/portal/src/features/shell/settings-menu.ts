import { msg } from '@lingui/core/macro'
import {
  Bell,
  Building2,
  CircleX,
  FileClock,
  HeartPulse,
  KeyRound,
  ShieldBan,
  Timer,
  UserSearch,
  Webhook,
} from 'lucide-react'
import { managesPeople } from '../../lib/manages-people.ts'
import type { MenuEntry, MenuFacts } from './menu.ts'

const isAdmin = ({ profile }: MenuFacts) => profile.admin || profile.site_admin

/**
 * The pages of Settings, each offered to the users whom its route admits. A new page adds its line
 * here.
 */
export const settingsMenu: readonly MenuEntry[] = [
  { label: msg`General`, icon: Building2, to: '/settings', isExact: true },
  { label: msg`Privacy and retention`, icon: Timer, to: '/settings/retention', isOffered: isAdmin },
  { label: msg`One person’s data`, icon: UserSearch, to: '/settings/person', isOffered: isAdmin },
  { label: msg`Bans`, icon: ShieldBan, to: '/settings/bans' },
  {
    label: msg`Notification Management`,
    icon: Bell,
    to: '/notification_management',
    isOffered: ({ profile }) => managesPeople(profile),
  },
  { label: msg`Webhooks`, icon: Webhook, to: '/settings/webhooks', isOffered: isAdmin },
  { label: msg`Failed deliveries`, icon: CircleX, to: '/settings/failed_deliveries', isOffered: isAdmin },
  { label: msg`API keys`, icon: KeyRound, to: '/settings/api_keys', isOffered: isAdmin },
  { label: msg`Audit log`, icon: FileClock, to: '/settings/audit_log', isOffered: isAdmin },
  { label: msg`System health`, icon: HeartPulse, to: '/settings/health', isOffered: isAdmin },
]
