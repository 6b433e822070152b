import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { resetTwoStepEndpoint } from '@gatehouse/validation/endpoints/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Failure } from '../../lib/failure.tsx'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'
import { CodeEntry } from './code-entry.tsx'
import { methodsQuery } from './queries.ts'

interface ResetFactorsModalProps {
  id: string
  name: string
  onReset: () => void
  onClose: () => void
}

/** Removes the second factors of a user, after a code of the administrator. */
export function ResetFactorsModal({ id, name, onReset, onClose }: ResetFactorsModalProps) {
  const { t } = useLingui()
  const query = useQuery(methodsQuery)
  const methods = query.data
  const reset = useMutation({
    mutationFn: () => api.call(resetTwoStepEndpoint, { params: { id } }),
    onSuccess: () => {
      toast('success', t`Two-step authentication of ${name} was reset.`)
      onReset()
      onClose()
    },
    onError: toastError,
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      isHeld={reset.isPending}
      title={<Trans>Reset two-step authentication of {name}</Trans>}
    >
      <ModalBody>
        {methods?.length === 0 ? (
          <p>
            <Trans>Set up two-step authentication for your own account first, under Settings.</Trans>
          </p>
        ) : (
          <Stack gap={16}>
            <p>
              <Trans>
                Their sessions end. They log in with their password alone and set up two-step authentication
                again. Check first that it is really {name} who asks.
              </Trans>
            </p>
            {query.error && (
              <Failure title={<Trans>Could not get two-step authentication methods</Trans>} query={query} />
            )}
            {methods && <CodeEntry methods={methods} onPassed={() => reset.mutate()} />}
          </Stack>
        )}
      </ModalBody>
      <ModalFooter>
        <Button aria-disabled={reset.isPending} onClick={reset.isPending ? undefined : onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}
