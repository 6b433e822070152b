import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Invitation } from '../features/account/invitation-page.tsx'
import { LoginPage } from '../features/session/login-page.tsx'
import { requireToken, TokenSearch } from '../lib/one-time-token.ts'

export const Route = createFileRoute('/invitation')({
  validateSearch: TokenSearch,
  beforeLoad: requireToken,
  component: InvitationRoute,
})

function InvitationRoute() {
  const { t } = useLingui()
  return (
    <LoginPage title={t`Welcome to Gatehouse`}>
      <Invitation token={Route.useRouteContext().token} />
    </LoginPage>
  )
}
