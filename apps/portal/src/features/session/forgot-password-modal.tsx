import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans } from '@lingui/react/macro'
import { ForgotPasswordFields, useForgotPassword } from './forgot-password.tsx'

interface ForgotPasswordModalProps {
  /** The email that was typed into the login. */
  email: string
  onClose: () => void
}

/** Asks for a link to a new password, over the login. */
export function ForgotPasswordModal({ email, onClose }: ForgotPasswordModalProps) {
  const form = useForgotPassword()
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Forgot password</Trans>}>
      <ModalBody>
        <form {...form.props}>
          <Stack gap={16}>
            <ForgotPasswordFields form={form} email={email} autoFocus />
          </Stack>
        </form>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>{form.isSuccess ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}</Button>
        {!form.isSuccess && (
          <Button type="submit" form={form.id} kind="primary" busy={form.isBusy}>
            <Trans>Submit</Trans>
          </Button>
        )}
      </ModalFooter>
    </Modal>
  )
}
