import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import {
  createWebhookEndpoint,
  NewWebhook,
  updateWebhookEndpoint,
  Webhook,
  WebhookChanges,
  type WebhookWithSecret,
} from '@gatehouse/validation/endpoints/webhooks'
import { type WebhookEvent, webhookEvents } from '@gatehouse/validation/webhooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { useController } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import type { FieldsForm, FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { labelOfEvent } from './webhook-words.ts'

interface WebhookValues {
  url: string
  events: WebhookEvent[]
  enabled: boolean
}

const valuesOf = ({ url, events, enabled }: Webhook): WebhookValues => ({ url, events, enabled })

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
      fields={fields}
      submitLabel={<Trans>Create</Trans>}
      submit={async (body, once) => onCreated(await api.call(createWebhookEndpoint, { headers: once, body }))}
      draft="new webhook"
      onClose={onClose}
    />
  )
}

interface EditWebhookModalProps {
  /** Undefined while the list is on its way. */
  webhook: Webhook | undefined
  onSaved: () => Promise<unknown>
  onClose: () => void
}

export function EditWebhookModal({ webhook, onSaved, onClose }: EditWebhookModalProps) {
  const { t } = useLingui()
  const { known, headers, onChangedMeanwhile } = useEditedRow(webhook, Webhook, valuesOf)
  return (
    <FormModal<WebhookValues, typeof WebhookChanges>
      id="webhook"
      title={<Trans>Edit webhook</Trans>}
      schema={WebhookChanges}
      values={known && valuesOf(known)}
      placeholder={<Skeleton height={320} />}
      fields={fields}
      submitLabel={<Trans>Save</Trans>}
      submit={async (body) => {
        await api.call(updateWebhookEndpoint, { params: { id: webhook?.id ?? '' }, headers, body })
        toast('success', t`The webhook has been saved.`)
        await onSaved()
      }}
      onChangedMeanwhile={onChangedMeanwhile}
      draft={`webhook ${webhook?.id}`}
      onClose={onClose}
    />
  )
}

const fields: FormField<WebhookValues>[] = [
  {
    name: 'url',
    label: <Trans>Address</Trans>,
    hint: (
      <Trans>Such as https://example.org/gatehouse. All admins can read it, so it holds no secret.</Trans>
    ),
    autoComplete: 'off',
  },
  {
    type: 'custom',
    key: 'events',
    render: (form) => <EventsField form={form} />,
    edits: {
      name: 'events',
      label: <Trans>Events</Trans>,
      text: ({ events }) => <EventNames events={events} />,
    },
  },
  { type: 'checkbox', name: 'enabled', label: <Trans>Enabled</Trans> },
]

function EventNames({ events }: { events: readonly WebhookEvent[] }) {
  const { t } = useLingui()
  return events.map((event) => t(labelOfEvent(event))).join(', ')
}

function EventsField({ form }: { form: FieldsForm<WebhookValues> }) {
  const { t } = useLingui()
  const { id, error } = form.field('events')
  const { field } = useController({ control: form.control, name: 'events' })
  return (
    <ChoiceList
      type="checkbox"
      id={id}
      legend={<Trans>Events</Trans>}
      hint={<Trans>What the receiver is told of, as it happens.</Trans>}
      choices={webhookEvents.map((event) => ({ value: event, label: t(labelOfEvent(event)) }))}
      columns={2}
      value={form.values.events}
      error={error && <Trans>Please choose at least one event</Trans>}
      onChange={(chosen) => field.onChange(webhookEvents.filter((event) => chosen.includes(event)))}
      onBlur={field.onBlur}
    />
  )
}
