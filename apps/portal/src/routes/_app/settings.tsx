import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SettingsLayout } from '../../features/shell/settings-layout.tsx'

export const Route = createFileRoute('/_app/settings')({ component: Settings })

function Settings() {
  const { profile, config } = Route.useRouteContext().session
  return (
    <SettingsLayout profile={profile} look={config.look}>
      <Outlet />
    </SettingsLayout>
  )
}
