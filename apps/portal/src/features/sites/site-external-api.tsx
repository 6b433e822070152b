import { queryClient } from '@gatehouse/api-client/query-client'
import { useNumber } from '../../lib/use-number.ts'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { Facts } from '@gatehouse/ui/staff/facts'
import {
  type ExternalApi,
  type ExternalApiOutcome,
  testSiteExternalApiEndpoint,
} from '@gatehouse/validation/endpoints/external-api'
import type { Site } from '@gatehouse/validation/endpoints/sites'
import { limits } from '@gatehouse/validation/limits'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import { toastError } from '../../lib/toast-error.tsx'
import { externalApiQuery } from './queries.ts'
import styles from './site-external-api.module.css'
import { StateBadge } from '../../lib/state-badge.tsx'

interface SiteExternalApiProps {
  site: Pick<Site, 'id' | 'time_zone'>
}

/** The outside address that a site may notify of events, and the result of its last test. */
export function SiteExternalApi({ site }: SiteExternalApiProps) {
  const { data, ...query } = useQuery(externalApiQuery(site.id))
  if (!data)
    return <Pending title={<Trans>The external API could not be loaded</Trans>} query={query} height={160} />
  return (
    <Stack>
      <p>
        <Trans>
          Send events of this site to another system. Events are not sent yet: a test sends a sample, so you
          can prepare the receiver.
        </Trans>
      </p>
      {data.url === null ? (
        <EmptyState level={2} title={<Trans>There is no address</Trans>}>
          <Trans>Press Edit to enter the address of the receiver.</Trans>
        </EmptyState>
      ) : (
        <Receiver site={site} url={data.url} externalApi={data} />
      )}
    </Stack>
  )
}

interface ReceiverProps extends SiteExternalApiProps {
  url: string
  externalApi: ExternalApi
}

function Receiver({ site, url, externalApi }: ReceiverProps) {
  const language = useLanguage()
  const test = useMutation({
    mutationFn: () => api.call(testSiteExternalApiEndpoint, { params: { id: site.id } }),
    onSuccess: (tested) => queryClient.setQueryData(externalApiQuery(site.id).queryKey, tested),
    onError: toastError,
  })
  const { parameters, secret_set_at: secretSetAt, enabled, last_test: lastTest } = externalApi
  const zone = timeZoneOf(site.time_zone)
  return (
    <>
      <Facts
        facts={[
          { label: <Trans>Address</Trans>, value: <span className={styles.text}>{url}</span> },
          {
            label: <Trans>Status</Trans>,
            value: enabled ? (
              <StateBadge kind="good" text={msg`Enabled`} />
            ) : (
              <StateBadge kind="neutral" text={msg`Disabled`} />
            ),
          },
          {
            label: <Trans>Parameters</Trans>,
            value:
              parameters.length === 0 ? (
                '–'
              ) : (
                <ul>
                  {parameters.map(({ name, value }) => (
                    <li key={name} className={styles.text}>
                      <span className={styles.name}>{name}</span> {value}
                    </li>
                  ))}
                </ul>
              ),
          },
          {
            label: <Trans>Secret</Trans>,
            value:
              secretSetAt === null ? (
                <Trans>None: deliveries are not signed</Trans>
              ) : (
                <Trans>Set on {formatDateTime(secretSetAt, language, zone)}</Trans>
              ),
          },
        ]}
      />
      <h2 className={styles.heading}>
        <Trans>Test</Trans>
      </h2>
      {lastTest ? (
        <LastTest test={lastTest} timeZone={site.time_zone} />
      ) : (
        <p>
          <Trans>The current settings have not been tested.</Trans>
        </p>
      )}
      <div>
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          <Trans>Send a sample event</Trans>
        </Button>
      </div>
    </>
  )
}

interface LastTestProps {
  test: NonNullable<ExternalApi['last_test']>
  timeZone: string
}

function LastTest({ test, timeZone }: LastTestProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const number = useNumber()
  const { outcome, status, at } = test
  const milliseconds = number(test.milliseconds)
  return (
    <Notice kind={outcome === 'accepted' ? 'good' : 'danger'} live="polite" title={t(outcomes[outcome])}>
      {[
        formatDateTime(at, language, timeZoneOf(timeZone)),
        t`${milliseconds} ms`,
        ...(status === null ? [] : [t`Status ${status}`]),
      ].join(' · ')}
    </Notice>
  )
}

const seconds = limits.externalApi.timeLimitMilliseconds / 1000

/** How a test ended. An outcome without a text does not compile. */
const outcomes: Record<ExternalApiOutcome, MessageDescriptor> = {
  accepted: msg`The receiver has accepted the sample event.`,
  redirected: msg`The address redirects to another one. Enter that address: redirects are not followed.`,
  error_status: msg`The receiver responded with an error.`,
  secret_unreadable: msg`The secret can no longer be read. Set it again.`,
  https_required: msg`This address must start with https://`,
  port_refused: msg`This port can’t be used. Use 443, or 1024 and above.`,
  private_address: msg`The address leads into a private network and can’t be used. The operator of this installation can allow it.`,
  name_not_found: msg`The server name was not found. Check the spelling.`,
  connection_refused: msg`The server refused the connection. Is the receiver running at this port?`,
  unreachable: msg`This server can’t be reached from here.`,
  connection_lost: msg`The connection was interrupted before the response was complete.`,
  certificate: msg`The receiver’s certificate is not trusted: it has expired, has another name, or comes from an unknown authority.`,
  tls: msg`The receiver does not support https at this port.`,
  timeout: msg`The receiver did not respond within ${seconds} seconds.`,
  too_large: msg`The receiver’s response is too large.`,
  not_http: msg`The response is not from a web server.`,
  failed: msg`The call failed. Try again.`,
}
