import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { enterLoginPage } from '../features/session/enter.ts'
import { LoginForm } from '../features/session/login-form.tsx'
import { LoginPage } from '../features/session/login-page.tsx'
import { ownRememberTokens } from '../features/session/remember-tokens.ts'
import { logOut, refreshSession } from '../features/session/session.ts'
import { useOpenWindow } from '../lib/open-window.ts'
import { lazyPart } from '../lib/lazy-part.tsx'

const SecondFactor = lazyPart(
  () => import('../features/two-step/code-entry.tsx'),
  'SecondFactor',
  <Waiting />,
)
const SetupPage = lazyPart(() => import('../features/two-step/setup-page.tsx'), 'SetupPage', <Waiting />)
const ChangePasswordPage = lazyPart(
  () => import('../features/password/change-password-page.tsx'),
  'ChangePasswordPage',
  <Waiting />,
)

/** Also used by the board, which is a separate app: `no2FA=1` says that a token is enough there. */
const LoginSearch = v.object({
  from: v.fallback(v.optional(v.string()), undefined),
  no2FA: v.fallback(v.optional(v.literal('1')), undefined),
  reason: v.fallback(v.optional(v.literal('ended')), undefined),
  modal: v.fallback(v.optional(v.literal('forgot')), undefined),
})

export const Route = createFileRoute('/login')({
  validateSearch: LoginSearch,
  beforeLoad: async ({ search }) => ({
    step: await enterLoginPage({ from: search.from, no2FA: search.no2FA === '1' }),
  }),
  component: LoginRoute,
})

/** The steps of the login, one at a time. The guard decides which. */
function LoginRoute() {
  const { t } = useLingui()
  const { reason, modal } = Route.useSearch()
  const { step } = Route.useRouteContext()
  const router = useRouter()
  const openWindow = useOpenWindow()
  if (step.name === 'credentials') {
    return (
      <LoginPage title={t`Welcome`} windowTitle={t`Log in`}>
        <LoginForm
          hasEnded={reason === 'ended'}
          isForgetting={modal === 'forgot'}
          onRemember={() => openWindow({ modal: undefined })}
        />
      </LoginPage>
    )
  }
  const { config, profile, twoFAMethods } = step.session
  const goOn = async () => {
    await refreshSession()
    await router.invalidate()
  }
  if (step.name === 'second_factor') {
    return (
      <LoginPage title={t`Two-step authentication`} look={config.look}>
        <SecondFactor
          methods={twoFAMethods}
          onPassed={async ({ rememberToken }) => {
            if (rememberToken !== undefined) ownRememberTokens.set(profile.email, rememberToken)
            await goOn()
          }}
          onLogOut={logOut}
        />
      </LoginPage>
    )
  }
  if (step.name === 'set_up') {
    return (
      <LoginPage title={t`Set up two-step authentication`} look={config.look} isWide>
        <SetupPage account={profile.email} onDone={() => void goOn()} onLogOut={logOut} />
      </LoginPage>
    )
  }
  return (
    <LoginPage title={t`Change your password`} look={config.look}>
      <ChangePasswordPage account={profile.email} onChanged={goOn} onLogOut={logOut} />
    </LoginPage>
  )
}

function Waiting() {
  return (
    <WaitingText>
      <Trans>Loading…</Trans>
    </WaitingText>
  )
}
