import { Drawer } from '@gatehouse/ui/aria/drawer'
import { deliveryStateLabels } from '../../lib/labels/vocabulary-labels.ts'
import { useNumber } from '../../lib/use-number.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
import {
  getWebhookDeliveryEndpoint,
  resendWebhookDeliveryEndpoint,
  type WebhookDeliveryDetails,
} from '@gatehouse/validation/endpoints/webhooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'
import styles from './delivery-drawer.module.css'
import { labelOfType, outcomeLabels } from './webhook-words.ts'

interface DeliveryDrawerProps {
  webhookId: string
  deliveryId: string
  onSent: () => Promise<unknown>
  onClose: () => void
}

/** One delivery: what is sent, and the receiver's response. */
export function DeliveryDrawer({ webhookId, deliveryId, onSent, onClose }: DeliveryDrawerProps) {
  const { t } = useLingui()
  const params = { id: webhookId, deliveryId }
  const { data, ...query } = useQuery(endpointQuery(getWebhookDeliveryEndpoint, { params }))
  const resend = useMutation({
    mutationFn: () => api.call(resendWebhookDeliveryEndpoint, { params }),
    onSuccess: async () => {
      toast('success', t`It is being resent.`)
      await onSent()
      onClose()
    },
    onError: toastError,
  })
  const label = data && labelOfType(data.type)
  return (
    <Drawer
      title={label ? t(label) : t`Delivery`}
      onClose={onClose}
      footer={
        data && (
          <Button busy={resend.isPending} onClick={() => resend.mutate()}>
            <Trans>Resend</Trans>
          </Button>
        )
      }
    >
      {data ? (
        <Details delivery={data} />
      ) : (
        <Pending title={<Trans>The delivery could not be loaded</Trans>} query={query} height={320} />
      )}
    </Drawer>
  )
}

function Details({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const { t } = useLingui()
  const language = useLanguage()
  const exact = (time: string | null) =>
    time === null ? '–' : formatExactTime(time, language, ownTimeZone())
  const { outcome, status, milliseconds, body, response } = delivery
  const number = useNumber()
  return (
    <Stack>
      <Facts
        facts={[
          { label: <Trans>Status</Trans>, value: t(deliveryStateLabels[delivery.state]) },
          { label: <Trans>Happened</Trans>, value: exact(delivery.created_at) },
          { label: <Trans>Attempts</Trans>, value: number(delivery.attempts) },
          { label: <Trans>Last attempt</Trans>, value: exact(delivery.attempted_at) },
          {
            label: <Trans>Result</Trans>,
            value: [
              ...(outcome === null ? ['–'] : [t(outcomeLabels[outcome])]),
              ...(status === null ? [] : [t`Status ${status}`]),
              ...(milliseconds === null ? [] : [t`${number(milliseconds)} ms`]),
            ].join(' · '),
          },
          delivery.next_attempt_at !== null && {
            label: <Trans>Next attempt</Trans>,
            value: exact(delivery.next_attempt_at),
          },
          { label: <Trans>ID of the event</Trans>, value: delivery.event_id },
        ]}
      />
      <Text title={<Trans>Body</Trans>} text={body === null ? null : pretty(body)} />
      <Text title={<Trans>Answer</Trans>} text={response} />
    </Stack>
  )
}

function Text({ title, text }: { title: ReactNode; text: string | null }) {
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      {text === null || text === '' ? <p>–</p> : <pre className={styles.text}>{text}</pre>}
    </>
  )
}

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}
