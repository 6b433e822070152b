import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { FirstAdmin } from '../features/account/first-admin-page.tsx'
import { confirmationErrors, NewPasswordFields } from '../features/password/new-password-fields.tsx'
import { LoginPage } from '../features/session/login-page.tsx'

const TokenSearch = v.object({ token: v.fallback(v.optional(v.string()), undefined) })

export const Route = createFileRoute('/first-admin')({
  validateSearch: TokenSearch,
  beforeLoad: ({ search: { token } }) => {
    if (token === undefined || token === '') throw redirect({ to: '/login', replace: true })
    return { token }
  },
  component: FirstAdminRoute,
})

function FirstAdminRoute() {
  const { t } = useLingui()
  return (
    <LoginPage title={t`Welcome to Gatehouse`}>
      <FirstAdmin
        token={Route.useRouteContext().token}
        passwordFields={(form) => <NewPasswordFields form={form} name="password" place="change" />}
        checkPassword={(data) => confirmationErrors(data.get('password'), data.get('confirm'))}
      />
    </LoginPage>
  )
}
