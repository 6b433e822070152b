import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from '../../lib/toaster.ts'
import { ChangePasswordFields } from './change-password-fields.tsx'
import { useChangePassword } from './use-change-password.ts'

interface ChangePasswordModalProps {
  account: string
  /** The password was changed: no other session and no device is known any more. */
  onChanged: () => void
  onClose: () => void
}

export function ChangePasswordModal({ account, onChanged, onClose }: ChangePasswordModalProps) {
  const { t } = useLingui()
  const form = useChangePassword({
    onChanged: async () => {
      toast('success', t`Your password has been updated.`)
      onChanged()
      onClose()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Change password</Trans>} closeLabel={t`Close`}>
      <ModalBody>
        <ChangePasswordFields form={form} account={account} />
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" form={form.id} kind="primary" busy={form.isBusy}>
          <Trans>Change password</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}
