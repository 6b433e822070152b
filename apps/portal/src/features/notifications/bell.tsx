import { queryClient } from '@gatehouse/api-client/query-client'
import { useLive } from '@gatehouse/api-client/use-live'
import { Popover } from '@gatehouse/ui/aria/popover'
import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { tokens } from '../../lib/api.ts'
import styles from './bell.module.css'
import { NotificationList } from './notification-list.tsx'
import { notificationsQuery } from './queries.ts'

/** The number of notifications, and their list. On a phone the list opens upwards, because the bell is at the bottom. */
export function Bell({ isPhone }: { isPhone: boolean }) {
  const { t } = useLingui()
  const notifications = useQuery(notificationsQuery)
  useLive(tokens, '', (live) =>
    live.watchNotifications(() => queryClient.invalidateQueries(notificationsQuery)),
  )
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
            <NotificationList query={notifications} />
          </Popover>
        </div>
      )}
    />
  )
}
