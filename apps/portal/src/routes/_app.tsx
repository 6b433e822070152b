import { createFileRoute } from '@tanstack/react-router'
import { enterProtectedPage } from '../features/session/enter.ts'
import { Shell } from '../features/shell/shell.tsx'

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location }) => ({ session: await enterProtectedPage(location.href) }),
  component: AppLayout,
})

function AppLayout() {
  const { session } = Route.useRouteContext()
  return <Shell session={session} />
}
