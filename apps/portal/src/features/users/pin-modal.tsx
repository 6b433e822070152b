import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { resetUserPinEndpoint } from '@gatehouse/validation/endpoints/users'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { toastError } from '../../lib/toast-error.tsx'
import { useHold } from '../../lib/use-hold.ts'
import styles from './pin-modal.module.css'
import { renewUsers } from './queries.ts'

interface PinModalProps {
  id: string
  name: string
  hasPin: boolean
  onClose: () => void
}

/**
 * Creates a PIN after a question, and shows it once. The window can't be closed during the call:
 * the earlier PIN may have been replaced.
 */
export function PinModal({ id, name, hasPin, onClose }: PinModalProps) {
  const reset = useMutation({
    mutationFn: () => api.call(resetUserPinEndpoint, { params: { id } }),
    // It must not stay cached when the window is gone.
    gcTime: 0,
    // The PIN does not wait for the list.
    onSuccess: () => void renewUsers(),
    onError: toastError,
  })
  const pin = reset.data?.pin
  useHold(reset.isPending)
  return (
    <Modal isOpen onClose={onClose} isHeld={reset.isPending} title={<Trans>Access PIN of {name}</Trans>}>
      <ModalBody>
        {pin === undefined ? (
          <p>
            {hasPin ? (
              <Trans>The current PIN stops working at once. The new one is shown here only once.</Trans>
            ) : (
              <Trans>The person signs in at a device with this PIN. It is shown only now.</Trans>
            )}
          </p>
        ) : (
          <div role="status">
            <p className={styles.pin}>{pin.replace(/(\d{4})(?=\d)/g, '$1 ')}</p>
            <p>
              <Trans>Hand it over now. It can’t be shown again.</Trans>
            </p>
          </div>
        )}
      </ModalBody>
      <ModalFooter>
        {pin === undefined ? (
          <>
            <Button aria-disabled={reset.isPending} onClick={reset.isPending ? undefined : onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button kind="primary" busy={reset.isPending} onClick={() => reset.mutate()}>
              <Trans>Create a PIN</Trans>
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        )}
      </ModalFooter>
    </Modal>
  )
}
