import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans, useLingui } from '@lingui/react/macro'
import { ForgotPasswordFields } from './forgot-password-fields.tsx'
import { useForgotPassword } from './use-forgot-password.ts'

interface ForgotPasswordModalProps {
  /** What was typed into the login already. */
  email: string
  onClose: () => void
}

/** Asks for a link to a new password beside the login. */
export function ForgotPasswordModal({ email, onClose }: ForgotPasswordModalProps) {
  const { t } = useLingui()
  const request = useForgotPassword()
  const { form, isSent } = request
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Forgot password</Trans>} closeLabel={t`Close`}>
      <ModalBody>
        <form {...form.props}>
          <Stack gap={16}>
            <ForgotPasswordFields request={request} email={email} autoFocus />
          </Stack>
        </form>
      </ModalBody>
      <ModalFooter>
        {/* The focus stood on the button that goes away. */}
        <Button key={isSent ? 'close' : 'cancel'} onClick={onClose} autoFocus={isSent}>
          {isSent ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
        </Button>
        {!isSent && (
          <Button type="submit" form={form.id} kind="primary" busy={form.isBusy}>
            <Trans>Submit</Trans>
          </Button>
        )}
      </ModalFooter>
    </Modal>
  )
}
