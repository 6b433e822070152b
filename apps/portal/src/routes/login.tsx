import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { enterLoginPage } from '../features/session/enter.ts'
import { LoginPage } from '../features/session/login-page.tsx'

/** Also written by the board, which is an app of its own: `no2FA=1` says that a token is enough there. */
const LoginSearch = v.object({
  from: v.fallback(v.optional(v.string()), undefined),
  no2FA: v.fallback(v.optional(v.literal('1')), undefined),
  reason: v.fallback(v.optional(v.literal('ended')), undefined),
})

export const Route = createFileRoute('/login')({
  validateSearch: LoginSearch,
  beforeLoad: async ({ search }) => ({
    step: await enterLoginPage({ from: search.from, no2FA: search.no2FA === '1' }),
  }),
  component: LoginRoute,
})

function LoginRoute() {
  const { reason } = Route.useSearch()
  const { step } = Route.useRouteContext()
  return <LoginPage step={step} reason={reason} />
}
