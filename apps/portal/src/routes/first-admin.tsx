import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { FirstAdmin } from '../features/account/first-admin-page.tsx'
import { LoginPage } from '../features/session/login-page.tsx'
import { requireToken, TokenSearch } from '../lib/one-time-token.ts'

export const Route = createFileRoute('/first-admin')({
  validateSearch: TokenSearch,
  beforeLoad: requireToken,
  component: FirstAdminRoute,
})

function FirstAdminRoute() {
  const { t } = useLingui()
  return (
    <LoginPage title={t`Welcome to Gatehouse`}>
      <FirstAdmin token={Route.useRouteContext().token} />
    </LoginPage>
  )
}
