import { createFileRoute } from '@tanstack/react-router'
import { enterProtectedPage } from '../features/session/enter.ts'
import { logOut } from '../features/session/session.ts'
import { Shell } from '../features/shell/shell.tsx'

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location }) => ({ session: await enterProtectedPage(location.href) }),
  component: AppLayout,
})

function AppLayout() {
  const { config, profile } = Route.useRouteContext().session
  return <Shell profile={profile} look={config.look} onLogOut={() => void logOut()} />
}
