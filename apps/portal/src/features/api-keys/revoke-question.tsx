import { ConfirmModal } from '@gatehouse/ui/aria/modal'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { type ApiKey, revokeApiKeyEndpoint } from '@gatehouse/validation/endpoints/api-keys'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'

interface RevokeQuestionProps {
  apiKey: ApiKey
  onRevoked: () => Promise<unknown>
  onClose: () => void
}

export function RevokeQuestion({ apiKey: { id, name }, onRevoked, onClose }: RevokeQuestionProps) {
  const { t } = useLingui()
  const revoke = useMutation({
    mutationFn: () => api.call(revokeApiKeyEndpoint, { params: { id } }),
    onSuccess: async () => {
      toast('success', t`The key has been revoked.`)
      await onRevoked()
      onClose()
    },
  })
  return (
    <ConfirmModal
      isOpen
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      isBusy={revoke.isPending}
      title={<Trans>Revoke the key {name}?</Trans>}
      confirmLabel={<Trans>Revoke</Trans>}
      cancelLabel={<Trans>Cancel</Trans>}
      closeLabel={t`Close`}
      isDanger
    >
      <Stack>
        <p>
          <Trans>The program that has it reads nothing from now on. This cannot be taken back.</Trans>
        </p>
        {revoke.error && (
          <Notice kind="danger" live="assertive">
            <ErrorMessage error={revoke.error} />
          </Notice>
        )}
      </Stack>
    </ConfirmModal>
  )
}
