import {
  deleteWebhookEndpoint,
  rotateWebhookSecretEndpoint,
  type Webhook,
  type WebhookWithSecret,
} from '@gatehouse/validation/endpoints/webhooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { Question } from '../../lib/forms/question.tsx'
import { toast } from '../../lib/toaster.ts'

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
