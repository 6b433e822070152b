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
  /** Called after a new password is set. It ends all other sessions and remembered devices. */
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
