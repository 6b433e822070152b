import { ConfirmModal } from '@gatehouse/ui/aria/modal'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import {
  deleteWebhookEndpoint,
  rotateWebhookSecretEndpoint,
  type Webhook,
  type WebhookWithSecret,
} from '@gatehouse/validation/endpoints/webhooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'
import { useHold } from '../../lib/use-hold.ts'

interface RotateQuestionProps {
  webhook: Webhook
  onRotated: (webhook: WebhookWithSecret) => void
  onClose: () => void
}

export function RotateQuestion({ webhook, onRotated, onClose }: RotateQuestionProps) {
  const { t } = useLingui()
  const rotate = useMutation({
    gcTime: 0,
    mutationFn: () => api.call(rotateWebhookSecretEndpoint, { params: { id: webhook.id } }),
    onSuccess: onRotated,
  })
  useHold(rotate.isPending)
  return (
    <ConfirmModal
      isOpen
      onClose={onClose}
      onConfirm={() => rotate.mutate()}
      isBusy={rotate.isPending}
      isHeld={rotate.isPending}
      title={<Trans>Renew the secret?</Trans>}
      confirmLabel={<Trans>Renew secret</Trans>}
      cancelLabel={<Trans>Cancel</Trans>}
      closeLabel={t`Close`}
    >
      <Stack>
        <p>
          <Trans>
            Both secrets sign what is sent for a day, so that the receiver can take the new one without
            missing anything. An earlier one ends now.
          </Trans>
        </p>
        {rotate.error && (
          <Notice kind="danger" live="assertive">
            <ErrorMessage error={rotate.error} />
          </Notice>
        )}
      </Stack>
    </ConfirmModal>
  )
}

interface DeleteQuestionProps {
  webhook: Webhook
  onDeleted: () => Promise<unknown>
  onClose: () => void
}

export function DeleteQuestion({ webhook, onDeleted, onClose }: DeleteQuestionProps) {
  const { t } = useLingui()
  const remove = useMutation({
    mutationFn: () => api.call(deleteWebhookEndpoint, { params: { id: webhook.id } }),
    onSuccess: async () => {
      toast('success', t`The webhook has been deleted.`)
      await onDeleted()
      onClose()
    },
  })
  return (
    <ConfirmModal
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      isBusy={remove.isPending}
      title={<Trans>Delete the webhook?</Trans>}
      confirmLabel={<Trans>Delete</Trans>}
      cancelLabel={<Trans>Cancel</Trans>}
      closeLabel={t`Close`}
      isDanger
    >
      <Stack>
        <p>
          <Trans>Its deliveries are deleted too, also those that wait to be sent.</Trans>
        </p>
        {remove.error && (
          <Notice kind="danger" live="assertive">
            <ErrorMessage error={remove.error} />
          </Notice>
        )}
      </Stack>
    </ConfirmModal>
  )
}
