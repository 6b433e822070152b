import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ResetPassword } from '../features/password/reset-password-page.tsx'
import { ForgotPasswordForm } from '../features/session/forgot-password.tsx'
import { LoginPage } from '../features/session/login-page.tsx'
import { requireToken, TokenSearch } from '../lib/one-time-token.ts'
import { orNothing } from '../lib/search-fields.ts'

const ResetSearch = v.object({
  ...TokenSearch.entries,
  /** An invited person chooses a first password. */
  invited: orNothing(v.literal('1')),
})

export const Route = createFileRoute('/reset_password')({
  validateSearch: ResetSearch,
  beforeLoad: ({ search }) => ({ ...requireToken({ search }), isInvited: search.invited === '1' }),
  component: ResetPasswordRoute,
})

function ResetPasswordRoute() {
  const { t } = useLingui()
  const { token, isInvited } = Route.useRouteContext()
  return (
    <LoginPage title={isInvited ? t`Choose your password` : t`Password Reset`}>
      <ResetPassword token={token} requestForm={(reason) => <ForgotPasswordForm reason={reason} />} />
    </LoginPage>
  )
}
