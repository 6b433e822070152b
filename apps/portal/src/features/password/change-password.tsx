import { changePasswordEndpoint } from '@gatehouse/validation/endpoints/password'
import { Trans } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import type { FormField } from '../../lib/forms/form-fields.tsx'
import { confirmationErrors, NewPasswordFields } from '../../lib/forms/new-password-fields.tsx'

interface ChangePasswordValues {
  password: string
  newPassword: string
  confirm: string
}

/** The form that changes the user's own password, in a window or on a page. */
export const changePasswordForm = {
  id: 'change-password',
  schema: changePasswordEndpoint.body,
  values: { password: '', newPassword: '', confirm: '' },
  read: ({ password, newPassword }: ChangePasswordValues) => ({ password, newPassword }),
  check: ({ newPassword, confirm }: ChangePasswordValues) => confirmationErrors(newPassword, confirm),
}

export const changePassword = (body: { password: string; newPassword: string }) =>
  api.call(changePasswordEndpoint, { body })

/** Its fields. `account` is the login email. */
export function changePasswordFields(account: string): FormField<ChangePasswordValues>[] {
  return [
    {
      type: 'custom',
      key: 'account',
      edits: null,
      // Tells password managers which account it is for.
      render: () => (
        <input type="email" name="username" autoComplete="username" value={account} readOnly hidden />
      ),
    },
    {
      type: 'password',
      name: 'password',
      label: <Trans>Current password</Trans>,
      autoComplete: 'current-password',
    },
    {
      type: 'custom',
      key: 'new-password',
      edits: null,
      render: (form) => <NewPasswordFields form={form} name="newPassword" place="change" />,
    },
  ]
}

export function ChangePasswordFailed() {
  return (
    <Trans>There was a problem updating your password. Check that your current password is correct.</Trans>
  )
}
