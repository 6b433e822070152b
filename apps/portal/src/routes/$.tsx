import { linkClass } from '@gatehouse/ui/core/link'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { LoginPage } from '../features/session/login-page.tsx'

export const Route = createFileRoute('/$')({
  component: NotFound,
})

function NotFound() {
  const { t } = useLingui()
  return (
    <LoginPage title={t`Page not found`}>
      <Link to="/" className={linkClass()}>
        <Trans>Go to Home</Trans>
      </Link>
    </LoginPage>
  )
}
