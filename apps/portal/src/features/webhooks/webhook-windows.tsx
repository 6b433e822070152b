import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import {
  createWebhookEndpoint,
  NewWebhook,
  updateWebhookEndpoint,
  Webhook,
  WebhookChanges,
  type WebhookWithSecret,
  deleteWebhookEndpoint,
  rotateWebhookSecretEndpoint,
} from '@gatehouse/validation/endpoints/webhooks'
import { webhookEvents } from '@gatehouse/validation/webhooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { valuesOfRow } from '../../lib/forms/values-of-row.ts'
import { api } from '../../lib/api.ts'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal, useEditedRow } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { labelOfEvent } from './webhook-words.ts'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { SecretWindow } from '../../lib/forms/secret-window.tsx'
import { Question } from '../../lib/forms/question.tsx'

const valuesOf = (webhook: Webhook) => valuesOfRow(webhook, ['url', 'events', 'enabled'])
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

interface SecretModalProps {
  webhook: WebhookWithSecret
  onClose: () => void
}

/** Shows the secret of a webhook once. */
export function SecretModal({
  webhook: { secret, previous_secret_until: until },
  onClose,
}: SecretModalProps) {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <SecretWindow
      title={t`Secret of the webhook`}
      label={<Trans>Secret</Trans>}
      secret={secret}
      copyLabel={<Trans>Copy the secret</Trans>}
      copied={t`The secret has been copied.`}
      notCopied={t`The secret could not be copied. Select it and copy it by hand.`}
      onClose={onClose}
    >
      <p>
        <Trans>
          Enter this secret at the receiver. It signs each delivery, so the receiver can check where it comes
          from.
        </Trans>
      </p>
      {until !== null && (
        <p>
          <Trans>
            The previous secret also signs until {formatExactTime(until, language, ownTimeZone())}.
          </Trans>
        </p>
      )}
    </SecretWindow>
  )
}

interface RotateQuestionProps {
  webhook: Webhook
  onRotated: (webhook: WebhookWithSecret) => void
  onClose: () => void
}

export function RotateQuestion({ webhook: { id }, onRotated, onClose }: RotateQuestionProps) {
  return (
    <Question
      title={<Trans>Renew the secret?</Trans>}
      confirmLabel={<Trans>Renew secret</Trans>}
      act={() => api.call(rotateWebhookSecretEndpoint, { params: { id } })}
      onDone={onRotated}
      onClose={onClose}
      isHeld
    >
      <Trans>
        For a day, both secrets sign each delivery, so the receiver can switch without missing anything. Any
        older secret stops working now.
      </Trans>
    </Question>
  )
}

interface DeleteQuestionProps {
  webhook: Webhook
  onDeleted: () => Promise<unknown>
  onClose: () => void
}

export function DeleteQuestion({ webhook: { id }, onDeleted, onClose }: DeleteQuestionProps) {
  const { t } = useLingui()
  return (
    <Question
      title={<Trans>Delete the webhook?</Trans>}
      confirmLabel={<Trans>Delete</Trans>}
      act={() => api.call(deleteWebhookEndpoint, { params: { id } })}
      onDone={async () => {
        toast('success', t`The webhook has been deleted.`)
        await onDeleted()
        onClose()
      }}
      onClose={onClose}
      isDanger
    >
      <Trans>Its deliveries are deleted too, including those not sent yet.</Trans>
    </Question>
  )
}
