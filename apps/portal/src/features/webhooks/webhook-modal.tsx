import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import {
  createWebhookEndpoint,
  NewWebhook,
  updateWebhookEndpoint,
  Webhook,
  WebhookChanges,
  type WebhookWithSecret,
} from '@gatehouse/validation/endpoints/webhooks'
import { webhookEvents } from '@gatehouse/validation/webhooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { labelOfEvent } from './webhook-words.ts'

const valuesOf = ({ url, events, enabled }: Pick<Webhook, 'url' | 'events' | 'enabled'>) => ({
  url,
  events,
  enabled,
})
type WebhookValues = ReturnType<typeof valuesOf>

interface NewWebhookModalProps {
  onCreated: (webhook: WebhookWithSecret) => void
  onClose: () => void
}

export function NewWebhookModal({ onCreated, onClose }: NewWebhookModalProps) {
  return (
    <FormModal<WebhookValues, typeof NewWebhook>
      id="new-webhook"
      title={<Trans>New webhook</Trans>}
      schema={NewWebhook}
      values={{ url: '', events: [], enabled: true }}
      fields={useWebhookFields()}
      submitLabel={<Trans>Create</Trans>}
      submit={async (body, once) => onCreated(await api.call(createWebhookEndpoint, { headers: once, body }))}
      draft="new webhook"
      onClose={onClose}
    />
  )
}

interface EditWebhookModalProps {
  /** Undefined while the list loads. */
  webhook: Webhook | undefined
  onSaved: () => Promise<unknown>
  onClose: () => void
}

export function EditWebhookModal({ webhook, onSaved, onClose }: EditWebhookModalProps) {
  const { t } = useLingui()
  const { headers, form } = useEditedRow(webhook, Webhook, valuesOf)
  return (
    <FormModal<WebhookValues, typeof WebhookChanges>
      id="webhook"
      title={<Trans>Edit webhook</Trans>}
      schema={WebhookChanges}
      placeholder={<Skeleton height={320} />}
      fields={useWebhookFields()}
      submit={async (body) => {
        await api.call(updateWebhookEndpoint, { params: { id: webhook?.id ?? '' }, headers, body })
        toast('success', t`The webhook has been saved.`)
        await onSaved()
      }}
      {...form}
      draft={`webhook ${webhook?.id}`}
      onClose={onClose}
    />
  )
}

function useWebhookFields(): FormField<WebhookValues>[] {
  const { t } = useLingui()
  return [
    {
      name: 'url',
      label: <Trans>Address</Trans>,
      hint: (
        <Trans>Such as https://example.org/gatehouse. All admins can see it: don’t put a secret in it.</Trans>
      ),
    },
    {
      type: 'choices',
      name: 'events',
      label: <Trans>Events</Trans>,
      hint: <Trans>Events that are sent as they happen.</Trans>,
      choices: webhookEvents.map((event) => ({ value: event, label: t(labelOfEvent(event)) })),
      columns: 2,
    },
    { type: 'checkbox', name: 'enabled', label: <Trans>Enabled</Trans> },
  ]
}
