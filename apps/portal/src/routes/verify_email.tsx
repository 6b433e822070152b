import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { VerifyEmail } from '../features/account/verify-email-page.tsx'
import { LoginPage } from '../features/session/login-page.tsx'

const TokenSearch = v.object({ token: v.fallback(v.optional(v.string()), undefined) })

export const Route = createFileRoute('/verify_email')({
  validateSearch: TokenSearch,
  beforeLoad: ({ search: { token } }) => {
    if (token === undefined || token === '') throw redirect({ to: '/', replace: true })
    return { token }
  },
  component: VerifyEmailRoute,
})

function VerifyEmailRoute() {
  const { t } = useLingui()
  return (
    <LoginPage title={t`Verify your email`}>
      <VerifyEmail token={Route.useRouteContext().token} />
    </LoginPage>
  )
}
