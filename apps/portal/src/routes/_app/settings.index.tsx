import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../../features/account/settings-page.tsx'
import { ownRememberTokens } from '../../features/session/remember-tokens.ts'
import { leave } from '../../features/session/session.ts'

export const Route = createFileRoute('/_app/settings/')({
  component: Settings,
})

function Settings() {
  const { profile } = Route.useRouteContext().session
  return (
    <SettingsPage
      profile={profile}
      onEnded={() => {
        ownRememberTokens.drop(profile.email)
        leave()
      }}
    />
  )
}
