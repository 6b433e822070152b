import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { FormFields } from '../../lib/forms/form-fields.tsx'
import { FormNotices } from '../../lib/forms/form-notices.tsx'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { toast } from '../../lib/toaster.ts'
import {
  changePassword,
  ChangePasswordFailed,
  changePasswordFields,
  changePasswordForm,
} from './change-password.tsx'

interface ChangePasswordPageProps {
  account: string
  onChanged: () => Promise<void>
  onLogOut: () => Promise<void>
}

/** For a password that another user chose: nothing else opens until it is changed. */
export function ChangePasswordPage({ account, onChanged, onLogOut }: ChangePasswordPageProps) {
  const { t } = useLingui()
  const form = useSchemaForm({
    ...changePasswordForm,
    submit: async (body) => {
      await changePassword(body)
      toast('success', t`Your password has been updated.`)
      await onChanged()
    },
    isLast: true,
  })
  const logOut = useMutation({ mutationFn: onLogOut })
  return (
    <Stack gap={24}>
      <p>
        <Trans>Choose your own password first.</Trans>
      </p>
      <form {...form.props}>
        <Stack>
          <FormNotices form={form} failed={<ChangePasswordFailed />} withoutReason />
          <FormFields form={form} fields={changePasswordFields(account)} />
        </Stack>
      </form>
      <Stack gap={8}>
        <Button type="submit" form={form.id} kind="primary" full busy={form.isBusy}>
          <Trans>Change password</Trans>
        </Button>
        <Button kind="quiet" full busy={logOut.isPending || logOut.isSuccess} onClick={() => logOut.mutate()}>
          <Trans>Log out</Trans>
        </Button>
      </Stack>
    </Stack>
  )
}
