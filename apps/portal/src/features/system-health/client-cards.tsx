import { useNumber } from '../../lib/use-number.ts'
import { linkClass } from '@gatehouse/ui/core/link'
import type { SystemHealth } from '@gatehouse/validation/endpoints/system-health'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { HealthCard } from './health-card.tsx'
import { guestLimitLabels } from '../../lib/labels/vocabulary-labels.ts'
import { Moment } from '../../lib/moment.tsx'
import { queueLabels } from './health-words.ts'

interface ClientCardsProps {
  health: SystemHealth
}

/** The workers that process the data of one client or of all. */
export function ClientCards({
  health: { queues, log_chain: chain, limited, installation },
}: ClientCardsProps) {
  const { t } = useLingui()
  const number = useNumber()
  return (
    <>
      {queues.map(({ queue, state, waiting, oldest_at: oldest, given_up: givenUp }) => (
        <HealthCard
          key={queue}
          title={t(queueLabels[queue])}
          state={state}
          facts={[
            { label: <Trans>Waiting</Trans>, value: number(waiting) },
            oldest !== null && { label: <Trans>Oldest</Trans>, value: <Moment at={oldest} /> },
            {
              label: <Trans context="how many">Failed</Trans>,
              value:
                givenUp === 0 ? (
                  number(0)
                ) : (
                  <Link to="/settings/failed_deliveries" className={linkClass()}>
                    {number(givenUp)}
                  </Link>
                ),
            },
          ]}
          advice={{
            unused:
              queue === 'mail' ? (
                <Trans>
                  This installation can’t send email: invitations and links are not sent. Set SMTP_URL.
                </Trans>
              ) : (
                <Trans>This installation can’t send text messages. Set SMS_URL to send them.</Trans>
              ),
            attention:
              givenUp > 0 ? (
                <Trans>Some have failed. Open them, fix the cause and resend them.</Trans>
              ) : (
                <Trans>Some have waited for more than 10 minutes. Their receiver may be down.</Trans>
              ),
            failed: (
              <Trans>
                Due messages are not being sent. Check that Gatehouse is running, and look for “worker” in its
                log.
              </Trans>
            ),
          }}
        />
      ))}
      <HealthCard
        title={<Trans>Access log integrity</Trans>}
        state={chain.state}
        facts={[
          { label: <Trans>Waiting</Trans>, value: number(chain.waiting) },
          chain.oldest_at !== null && {
            label: <Trans>Oldest</Trans>,
            value: <Moment at={chain.oldest_at} />,
          },
        ]}
        advice={{
          attention: (
            <Trans>
              Records have been waiting for minutes. If this continues, look for “chaining of the access log
              failed” in the server log.
            </Trans>
          ),
        }}
      />
      <HealthCard
        title={<Trans>Limits</Trans>}
        state={limited.length > 0 ? 'attention' : 'good'}
        facts={limited.map(({ client, site, method, what, since }) => ({
          label: t(guestLimitLabels[what]),
          value: (
            <Trans>
              {[method, site, ...(installation ? [client] : [])].join(', ')}, since <Moment at={since} />
            </Trans>
          ),
        }))}
        advice={{
          good: <Trans>No visitor was limited in the last 15 minutes.</Trans>,
          attention: <Trans>Visitors were refused here after too many attempts.</Trans>,
        }}
      />
    </>
  )
}
