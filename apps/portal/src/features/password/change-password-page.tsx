import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from '../../lib/toaster.ts'
import { ChangePasswordFields } from './change-password-fields.tsx'
import { useChangePassword } from './use-change-password.ts'

interface ChangePasswordPageProps {
  account: string
  onChanged: () => Promise<void>
  onLogOut: () => void
}

/** For whoever was given a password by somebody else: nothing else is open before it is changed. */
export function ChangePasswordPage({ account, onChanged, onLogOut }: ChangePasswordPageProps) {
  const { t } = useLingui()
  const form = useChangePassword({
    onChanged: async () => {
      toast('success', t`Your password has been updated.`)
      await onChanged()
    },
    isLast: true,
  })
  return (
    <Stack gap={24}>
      <p>
        <Trans>Please choose a password of your own before you go on.</Trans>
      </p>
      <ChangePasswordFields form={form} account={account} />
      <Stack gap={8}>
        <Button type="submit" form={form.id} kind="primary" full busy={form.isBusy}>
          <Trans>Change password</Trans>
        </Button>
        <Button kind="quiet" full onClick={onLogOut}>
          <Trans>Log out</Trans>
        </Button>
      </Stack>
    </Stack>
  )
}
