import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { ResetPassword } from '../features/password/reset-password-page.tsx'
import { ForgotPasswordForm } from '../features/session/forgot-password.tsx'
import { LoginPage } from '../features/session/login-page.tsx'

const TokenSearch = v.object({
  token: v.fallback(v.optional(v.string()), undefined),
  /** An invited person chooses a first password. */
  invited: v.fallback(v.optional(v.literal('1')), undefined),
})

export const Route = createFileRoute('/reset_password')({
  validateSearch: TokenSearch,
  beforeLoad: ({ search: { token, invited } }) => {
    if (token === undefined || token === '') throw redirect({ to: '/login', replace: true })
    return { token, isInvited: invited === '1' }
  },
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
