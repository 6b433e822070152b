import { serverTime } from '@gatehouse/api-client/server-clock'
import { formatAgo } from '@gatehouse/i18n/format/durations'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { classes } from '@gatehouse/ui/core/classes.ts'
import { linkClass } from '@gatehouse/ui/core/link'
import { Stack } from '@gatehouse/ui/core/stack'
import { StatusIcon } from '@gatehouse/ui/core/status-icon'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import type { Notification } from '@gatehouse/validation/endpoints/notifications'
import { Trans } from '@lingui/react/macro'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ErrorMessage, useErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'
import styles from './notification-list.module.css'
import { queryClient } from '@gatehouse/api-client/query-client'
import { clearNotificationsEndpoint } from '@gatehouse/validation/endpoints/clear-notifications'
import { api } from '../../lib/api.ts'
import { notificationsQuery } from './queries.ts'

/** Removes the error of the last attempt to clear. The list may have been closed since. */
let closeFailure = () => {}

interface NotificationListProps {
  query: UseQueryResult<Notification[]>
  /** Called when a notification's link is followed. */
  onFollow: () => void
}

/** The notifications, newest first. */
export function NotificationList({ query, onFollow }: NotificationListProps) {
  const reasonOf = useErrorMessage()
  const clear = useClearNotifications({
    onFailure: (error) => {
      closeFailure = toast('error', <ErrorMessage error={error} />)
    },
  })
  const clearAll = (shown: readonly Notification[]) => {
    closeFailure()
    clear.mutate(shown)
  }
  const { data } = query
  if (!data) {
    if (query.isPending) return <Skeleton height={64} />
    return (
      <Stack gap={8}>
        <p role="alert">{reasonOf(query.error)}</p>
        <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          <Trans>Retry</Trans>
        </Button>
      </Stack>
    )
  }
  if (data.length === 0) {
    return (
      <p className={styles.empty} role="status">
        <Trans>You have no notifications.</Trans>
      </p>
    )
  }
  return (
    <Stack gap={16}>
      <Button size="small" full busy={clear.isPending} onClick={() => clearAll(data)}>
        <Trans>Clear All</Trans>
      </Button>
      <ul className={styles.list}>
        {data.map((notification) => (
          <Item key={notification.id} notification={notification} onFollow={onFollow} />
        ))}
      </ul>
    </Stack>
  )
}

function Item({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const { name, message, date, level, link } = notification
  const language = useLanguage()
  const router = useRouter()
  const now = new Date(serverTime(useNow(10_000)))
  const isDanger = level === 'danger'
  return (
    <li className={styles.item}>
      <StatusIcon
        kind={isDanger ? 'danger' : 'caution'}
        size={20}
        className={classes(styles.icon, isDanger ? styles.danger : styles.caution)}
      />
      <div className={styles.body}>
        {isDanger && (
          <VisuallyHidden>
            <Trans>Urgent:</Trans>{' '}
          </VisuallyHidden>
        )}
        {name !== null && name !== '' && (
          <p className={styles.name}>
            {link === null ? (
              name
            ) : (
              <a
                href={link}
                className={linkClass({ quiet: true })}
                onClick={(event) => {
                  // The browser handles a new tab or window.
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  onFollow()
                  void router.navigate({ href: link })
                }}
              >
                {name}
              </a>
            )}
          </p>
        )}
        <p className={styles.message}>{message}</p>
        <time className={styles.time} dateTime={date} title={formatDateTime(date, language, ownTimeZone())}>
          {formatAgo(date, now, language)}
        </time>
      </div>
    </li>
  )
}

/**
 * Clears the notifications that are shown, at once; later ones stay. If the server refuses, they
 * come back.
 */
function useClearNotifications({ onFailure }: { onFailure: (error: Error) => void }) {
  const { queryKey } = notificationsQuery
  return useMutation({
    /** @param shown the visible notifications, newest first */
    mutationFn: (shown: readonly Notification[]) =>
      api.call(clearNotificationsEndpoint, {
        query: {
          through: shown[0]?.id,
          as_of: shown
            .map((one) => one.last_modified)
            .toSorted()
            .at(-1),
        },
      }),
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Notification[]>(queryKey)
      queryClient.setQueryData<Notification[]>(queryKey, [])
      return { before }
    },
    onError: (error, _, context) => {
      queryClient.setQueryData(queryKey, context?.before)
      onFailure(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
