import { Trans, useLingui } from '@lingui/react/macro'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import {
  changePassword,
  ChangePasswordFailed,
  changePasswordFields,
  changePasswordForm,
} from './change-password.tsx'

interface ChangePasswordModalProps {
  account: string
  /** Is told of a new password. It ends every other session and every remembered device. */
  onChanged: () => void
  onClose: () => void
}

export function ChangePasswordModal({ account, onChanged, onClose }: ChangePasswordModalProps) {
  const { t } = useLingui()
  return (
    <FormModal
      {...changePasswordForm}
      title={<Trans>Change password</Trans>}
      fields={changePasswordFields(account)}
      submitLabel={<Trans>Change password</Trans>}
      submit={async (body) => {
        await changePassword(body)
        toast('success', t`Your password has been updated.`)
        onChanged()
      }}
      failedTitle={<ChangePasswordFailed />}
      withoutReason
      onClose={onClose}
    />
  )
}
