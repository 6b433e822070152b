import { Field } from '@gatehouse/ui/core/field'
import { PasswordInput } from '@gatehouse/ui/core/password-input'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans, useLingui } from '@lingui/react/macro'
import { FormNotices } from '../../lib/form-notices.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import type { ChangePasswordForm } from './use-change-password.ts'

/** The present password and a new one. */
export function ChangePasswordFields({ form, account }: { form: ChangePasswordForm; account: string }) {
  const { t } = useLingui()
  return (
    <form {...form.props}>
      {/* Tells a password manager whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={account} readOnly hidden />
      <Stack>
        <FormNotices
          form={form}
          failed={
            <Trans>
              There was a problem updating your password. Check that your current password is correct.
            </Trans>
          }
          withoutReason
        />
        <Field label={<Trans>Current password</Trans>} {...form.field('password')}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
            autoFocus
            required
          />
        </Field>
        <NewPasswordFields form={form} name="newPassword" place="change" />
      </Stack>
    </form>
  )
}
