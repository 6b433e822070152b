import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { ResetPassword } from '../features/password/reset-password-page.tsx'
import { ForgotPasswordForm } from '../features/session/forgot-password.tsx'
import { LoginPage } from '../features/session/login-page.tsx'

const TokenSearch = v.object({ token: v.fallback(v.optional(v.string()), undefined) })

export const Route = createFileRoute('/reset_password')({
  validateSearch: TokenSearch,
  beforeLoad: ({ search: { token } }) => {
    if (token === undefined || token === '') throw redirect({ to: '/login', replace: true })
    return { token }
  },
  component: ResetPasswordRoute,
})

function ResetPasswordRoute() {
  const { t } = useLingui()
  return (
    <LoginPage title={t`Password Reset`}>
      <ResetPassword
        token={Route.useRouteContext().token}
        requestForm={(reason) => <ForgotPasswordForm reason={reason} />}
      />
    </LoginPage>
  )
}
