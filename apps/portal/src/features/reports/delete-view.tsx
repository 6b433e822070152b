import { ConfirmModal } from '@gatehouse/ui/aria/modal'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { deleteReportViewEndpoint, type ReportView } from '@gatehouse/validation/endpoints/report-views'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { toast } from '../../lib/toaster.ts'
import { renewViews } from './queries.ts'

export function DeleteView({ view: { id, name }, onClose }: { view: ReportView; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useMutation({
    mutationFn: () => api.call(deleteReportViewEndpoint, { params: { id } }),
    onSuccess: async () => {
      toast('success', t`${name} has been deleted.`)
      await renewViews()
      onClose()
    },
  })
  return (
    <ConfirmModal
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      isBusy={remove.isPending}
      title={<Trans>Delete the saved report?</Trans>}
      confirmLabel={<Trans>Delete</Trans>}
      cancelLabel={<Trans>Cancel</Trans>}
      closeLabel={t`Close`}
      isDanger
    >
      <Stack>
        <p>
          <Trans>{name} is not mailed any more, and links to it in earlier mails do not open.</Trans>
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
