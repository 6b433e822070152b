import { Badge } from '@gatehouse/ui/core/badge'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
import type { Alert, Recipient } from '@gatehouse/validation/endpoints/notification-recipients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { deliveryStateBadges, deliveryStateLabels } from '../../lib/labels/vocabulary-labels.ts'
import { Pending } from '../../lib/failure.tsx'
import { MobileNumber } from '../../lib/mobile-number.tsx'
import { Moment } from '../../lib/moment.tsx'
import styles from '../../lib/drawer-lines.module.css'
import { alertsQuery, recipientEventsQuery } from './queries.ts'
import { channelLabels, useChannelNames } from './recipient-words.ts'
import { Channels, Sites } from './recipients-page.tsx'

/** What a recipient is notified about, and what was sent to them in the last days. */
export function RecipientDrawer({ recipient }: { recipient: Recipient }) {
  const { data } = useQuery(recipientEventsQuery)
  const { quiet_from: from, quiet_until: until, repeat_minutes: minutes } = recipient
  const namesOf = useChannelNames()
  const { channels, channels_by_event: pairs } = recipient
  // An event with fewer channels names them.
  const names = data?.events.flatMap(({ event, label }) => {
    const own = pairs[event]
    if (!own) return []
    return own.length < channels.length ? [`${label} (${namesOf(own)})`] : [label]
  })
  return (
    <Stack gap={24}>
      <Facts
        facts={[
          { label: <Trans>Email</Trans>, value: recipient.email },
          {
            label: <Trans>Mobile</Trans>,
            value: <MobileNumber mobile={recipient.mobile} isMasked={recipient.mobile_masked} />,
          },
          { label: <Trans>Events</Trans>, value: names?.join(', ') ?? '' },
          { label: <Trans>Sites</Trans>, value: <Sites recipient={recipient} /> },
          { label: <Trans>Channels</Trans>, value: <Channels recipient={recipient} /> },
          {
            label: <Trans>Quiet hours</Trans>,
            value:
              from === null || until === null ? (
                '–'
              ) : (
                <Trans>
                  {from} to {until}
                </Trans>
              ),
          },
          { label: <Trans>Repeated after</Trans>, value: <Trans>{minutes} minutes</Trans> },
        ]}
      />
      <section aria-labelledby="alerts">
        <h3 id="alerts" className={styles.title}>
          <Trans>Sent recently</Trans>
        </h3>
        <Alerts id={recipient.id} />
      </section>
    </Stack>
  )
}

function Alerts({ id }: { id: string }) {
  const { data, ...query } = useQuery(alertsQuery(id))
  if (!data) return <Pending title={<Trans>The list could not be loaded</Trans>} query={query} height={120} />
  if (data.items.length === 0)
    return (
      <p>
        <Trans>Nothing was sent.</Trans>
      </p>
    )
  return (
    <ul className={styles.list}>
      {data.items.map((alert) => (
        <li key={alert.id} className={styles.item}>
          <AlertLine alert={alert} />
        </li>
      ))}
    </ul>
  )
}

function AlertLine({ alert }: { alert: Alert }) {
  const { t } = useLingui()
  const { title, channel, state, reason, created_at: at, next_attempt_at: next } = alert
  return (
    <>
      <p className={styles.what}>
        {title} <Badge kind={deliveryStateBadges[state]}>{t(deliveryStateLabels[state])}</Badge>
      </p>
      <p className={styles.details}>
        {t(channelLabels[channel])}, <Moment at={at} />
      </p>
      {reason !== null && (
        <p className={styles.details}>
          <Trans>Reason: {reason}</Trans>
        </p>
      )}
      {next !== null && alert.attempts > 0 && (
        <p className={styles.details}>
          <Trans>
            Next attempt: <Moment at={next} />
          </Trans>
        </p>
      )}
    </>
  )
}
