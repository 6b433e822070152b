import { ConfirmModal } from '@gatehouse/ui/aria/modal'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import {
  deleteRecipientEndpoint,
  type Recipient,
} from '@gatehouse/validation/endpoints/notification-recipients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'
import { renewRecipients } from './queries.ts'

export function DeleteQuestion({
  recipient: { id, name },
  onClose,
}: {
  recipient: Recipient
  onClose: () => void
}) {
  const { t } = useLingui()
  const remove = useMutation({
    mutationFn: () => api.call(deleteRecipientEndpoint, { params: { id } }),
    onSuccess: async () => {
      toast('success', t`${name} is no recipient any more.`)
      await renewRecipients()
      onClose()
    },
  })
  return (
    <ConfirmModal
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      isBusy={remove.isPending}
      title={<Trans>Delete the recipient?</Trans>}
      confirmLabel={<Trans>Delete</Trans>}
      cancelLabel={<Trans>Cancel</Trans>}
      closeLabel={t`Close`}
      isDanger
    >
      <Stack>
        <p>
          <Trans>
            {name} is then told in the bell of what everybody with the same rights is told, and of nothing by
            mail or text message.
          </Trans>
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
