import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import { notificationsQuery } from './queries.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { NavPopover } from '../../lib/nav-popover.tsx'

const NotificationList = lazyPart(
  () => import('./notification-list.tsx'),
  'NotificationList',
  <Skeleton height={64} />,
)

/**
 * The number of notifications, and their list. On a phone the list opens upwards, because the bell
 * is at the bottom.
 */
export function Bell({ isPhone }: { isPhone: boolean }) {
  const { t } = useLingui()
  const notifications = useQuery(notificationsQuery)
  // Without it the bell polls.
  useEffect(() => void import('./live-notifications.ts').catch(() => {}), [])
  const count = notifications.data?.length ?? 0
  return (
    <NavPopover
      icon={<BellIcon />}
      label={t`Notifications`}
      count={count}
      countLabel={t`${plural(count, { one: '# notification', other: '# notifications' })}`}
      placement={isPhone ? 'top start' : 'right bottom'}
    >
      {(close) => <NotificationList query={notifications} onFollow={close} />}
    </NavPopover>
  )
}
