import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import { notificationEvents } from '@gatehouse/validation/notification-events'
import { useQuery } from '@tanstack/react-query'
import styles from './uncovered-events.module.css'
import { recipientEventsQuery } from './queries.ts'

/** Names the events without recipients. */
export function UncoveredEvents() {
  const { data } = useQuery(recipientEventsQuery)
  const uncovered = data?.events.filter(
    // A host is notified by every visitor who names them.
    ({ event, recipients, sites_without: without }) =>
      notificationEvents[event].audience !== 'host' && (recipients === 0 || (without ?? 0) > 0),
  )
  if (!uncovered || uncovered.length === 0) return null
  return (
    <div className={styles.notice}>
      <Notice kind="caution" title={<Trans>Some events have no recipient</Trans>}>
        <p>
          <Trans>Nobody gets these by email or text.</Trans>
        </p>
        <details>
          <summary>
            <Trans>Show the events</Trans>
          </summary>
          <ul>
            {uncovered.map(({ event, label, sites_without: without, recipients }) => (
              <li key={event}>
                {recipients === 0 || without === null ? (
                  label
                ) : (
                  <Trans>
                    {label} (sites without: {without})
                  </Trans>
                )}
              </li>
            ))}
          </ul>
        </details>
      </Notice>
    </div>
  )
}
