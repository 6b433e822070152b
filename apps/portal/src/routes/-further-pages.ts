import { QuestionsIcon } from '@gatehouse/ui/staff/shell-icons'
import { msg } from '@lingui/core/macro'
import { Bell, ChartColumn, QrCode, User } from 'lucide-react'
import { managesPeople } from '../lib/manages-people.ts'
import type { MenuEntry, MenuFacts } from '../features/shell/menu.ts'
import { settingsMenu } from '../features/shell/settings-menu.ts'

/** Site admins have these in the configuration menu. */
const isAdminOnly = ({ profile }: MenuFacts) => profile.admin && !profile.site_admin
const isManager = ({ profile }: MenuFacts) => managesPeople(profile)
const isManagerOnly = (facts: MenuFacts) => isManager(facts) && !facts.profile.site_admin

/** The pages outside the menus, each offered to the users whom its route admits. */
export const furtherPages: readonly MenuEntry[] = [
  { label: msg`Posters`, icon: QrCode, to: '/machine_posters' },
  { label: msg`QR test`, icon: QrCode, to: '/qr_test' },
  { label: msg`My visitors`, icon: User, to: '/my_visitors' },
  { label: msg`Saved reports`, icon: ChartColumn, to: '/reports/views', isOffered: isManager },
  {
    label: msg`Notification Management`,
    icon: Bell,
    to: '/notification_management',
    isOffered: isManagerOnly,
  },
  {
    label: msg`Question Management`,
    icon: QuestionsIcon,
    to: '/question_management',
    isOffered: isAdminOnly,
  },
  ...settingsMenu.filter(({ to }) => to !== '/settings' && to !== '/notification_management'),
]
