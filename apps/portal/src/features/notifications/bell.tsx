import { Popover } from '@gatehouse/ui/aria/popover'
import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import styles from './bell.module.css'
import { notificationsQuery } from './queries.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'

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
    <NavItem
      icon={<BellIcon />}
      label={t`Notifications`}
      count={count}
      countLabel={t`${plural(count, { one: '# notification', other: '# notifications' })}`}
      render={({ className, children }) => (
        <div className={styles.trigger}>
          <Popover
            title={t`Notifications`}
            triggerKind="bare"
            placement={isPhone ? 'top start' : 'right bottom'}
            trigger={<span className={className}>{children}</span>}
          >
            {(close) => <NotificationList query={notifications} onFollow={close} />}
          </Popover>
        </div>
      )}
    />
  )
}
