import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ForgotPasswordFields, LinkSent } from './forgot-password-fields.tsx'
import { useForgotPassword } from './use-forgot-password.ts'

/**
 * Asks for a link to a new password on a page of its own, where the one that led there is no good. Once it is sent, only that is
 * said.
 * @param reason why another link is needed
 */
export function ForgotPasswordForm({ reason }: { reason: ReactNode }) {
  const request = useForgotPassword()
  if (request.isSent) return <LinkSent />
  return (
    <Stack gap={24}>
      {reason}
      <form {...request.form.props}>
        <Stack>
          <ForgotPasswordFields request={request} />
          <Button type="submit" kind="primary" full busy={request.form.isBusy}>
            <Trans>Send a new link</Trans>
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
